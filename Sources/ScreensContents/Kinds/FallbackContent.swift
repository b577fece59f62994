import Screens
import ScreensConfiguration
import ScreensLinux

/// A content with a fallback that is shown while the content cannot be. If neither can be shown, words say why.
@MainLoop
package final class FallbackContent: PlaylistControls {
    /// The state of the fallback.
    private enum Substitution: Equatable {
        case none
        /// The fallback is shown, or is about to be.
        case begun
        /// The fallback cannot be shown either, for this reason. Words are shown.
        case failed(String)
    }

    private var first: ContentSetting
    private let other: ContentSetting
    private var titles: ContentTitles
    private let output: ContentOutput
    private let sources: (first: ContentSources, other: ContentSources)
    private var content: (any Content)?
    /// The fallback as an object; nil while it is not needed.
    private var substitute: (any Content)?
    private var substitution = Substitution.none
    /// The number of the present substitute. A substitute that has ended may still report.
    private var substituteNumber = 0
    /// The state as last reported to the owner.
    private var state: ContentState?
    /// The drawn content that the first content has shown last.
    private var drawn: (any Content)?
    /// The content that the substitute has shown last.
    private var substituteDrawn: (any Content)?
    /// Whether the fallback or words are shown in place of `drawn`.
    private var isReplaced = false
    /// The omitted parts of both contents.
    private var omissions: (first: [ContentOmission], other: [ContentOmission]) = ([], [])
    private var circumstances: Circumstances?

    /// - Parameters:
    ///   - other: the fallback; none for words alone.
    ///   - sources: the sources of the content and of the fallback.
    package init(
        _ first: ContentSetting, or other: ContentSetting, on output: ContentOutput,
        _ sources: (first: ContentSources, other: ContentSources)
    ) {
        self.first = first
        self.other = other
        self.titles = ContentTitles(of: first, or: other)
        self.output = output
        self.sources = sources
    }

    package var nextChange: MonotonicTime? {
        [content, substitute].compactMap { $0?.nextChange }.min()
    }

    package func update(_ circumstances: Circumstances) {
        self.circumstances = circumstances
        if content == nil { content = first.makeContent(on: firstOutput, sources.first) }
        content?.update(circumstances)
        substitute?.update(circumstances)
    }

    /// The playlist that is shown: the content, or its fallback.
    private var played: (any PlaylistControls)? {
        (substitution == .begun ? substitute : content) as? any PlaylistControls
    }

    package var pictures: [NamedPicture] {
        [content, substitute].compactMap { $0 as? any PictureNaming }.flatMap(\.pictures)
    }

    /// A word for people about the shown content; nil for words about a problem.
    package var title: String? {
        guard isReplaced else { return titles.content }
        return substitution == .begun ? titles.fallback : nil
    }

    package var positions: [PlaylistPosition] { played?.positions ?? [] }

    package func take(_ step: PlaylistStep, _ circumstances: Circumstances) throws(StepRefusal) {
        guard let played else { throw .noPlaylist }
        try played.take(step, circumstances)
    }

    /// Gives both the titles that they have in the files.
    package func use(_ titles: ContentTitles) { self.titles = titles }

    /// Takes another setting in place of the content's. The parts of the content that both settings have go on.
    ///
    /// - Returns: whether the content can do that. If not, the caller begins a content of the other setting.
    package func replace(by setting: ContentSetting) -> Bool {
        guard let content = content as? any ReplacedContent, content.replace(by: setting) else { return false }
        first = setting
        return true
    }

    private var firstOutput: ContentOutput {
        ContentOutput(
            screen: output.screen,
            show: { [weak self] content in
                self?.drawn = content
                self?.isReplaced = false
                self?.output.show(content)
            },
            pictureChanged: output.pictureChanged, redraw: output.redraw,
            report: { [weak self] in self?.take($0) },
            omit: { [weak self] in self?.omit(first: $0) }, timeChanged: output.timeChanged, say: output.say)
    }

    private func omit(first: [ContentOmission]? = nil, other: [ContentOmission]? = nil) {
        if let first { omissions.first = first }
        if let other { omissions.other = other }
        output.omit(omissions.first + omissions.other)
    }

    private func report(_ state: ContentState) {
        self.state = state
        output.report(state)
    }

    /// Takes the state of the first content.
    private func take(_ state: ContentState) {
        switch state {
        case .shown:
            // A program may end again at once: its substitute stays and then goes on.
            let keepsSubstitute = first.program != nil && substitute != nil
            if first.program == nil { endSubstitute() }
            if isReplaced, !keepsSubstitute, let drawn {
                isReplaced = false
                output.show(drawn)
            }
            report(state)
        case .waitingForProgram(let message):
            report(state)
            if other != .none, substitution == .none {
                beginSubstitute(for: ContentProblem(path: nil, reason: message))
            }
        case .failed(let own):
            var problem = own
            if case .failed(let reason) = substitution { problem = own.withFallback(reason) }
            let isShown = other != .none && problem.fallback == nil
            report(isShown ? .fallback(problem) : .failed(problem))
            // The words name the problem, which may have changed.
            if !isShown {
                showWords(for: problem)
            } else if substitution == .none {
                beginSubstitute(for: problem)
            }
        case .waiting, .former, .fallback: report(state)
        }
    }

    private func endSubstitute() {
        substitute = nil
        substituteDrawn = nil
        substitution = .none
        if !omissions.other.isEmpty { omit(other: []) }
    }

    private func beginSubstitute(for problem: ContentProblem) {
        substitution = .begun
        substituteNumber += 1
        let isCurrent = { @MainLoop [weak self, number = substituteNumber] in
            self.map { $0.substitution != .none && $0.substituteNumber == number } ?? false
        }
        substitute = other.makeContent(
            on: ContentOutput(
                screen: output.screen,
                show: { [weak self] content in
                    guard isCurrent() else { return }
                    self?.substituteDrawn = content
                    self?.isReplaced = true
                    self?.output.show(content)
                },
                pictureChanged: output.pictureChanged, redraw: output.redraw,
                report: { [weak self] state in
                    guard isCurrent() else { return }
                    self?.substituteReports(state, instead: problem)
                },
                omit: { [weak self] omissions in
                    guard isCurrent() else { return }
                    self?.omit(other: omissions)
                }, timeChanged: output.timeChanged, say: output.say), sources.other)
        if let circumstances { substitute?.update(circumstances) }
        output.timeChanged()
    }

    private func substituteReports(_ state: ContentState, instead problem: ContentProblem) {
        switch state {
        case .failed(let own):
            // Neither the content nor the fallback can be shown.
            substitution = .failed(own.message)
            // A program may still come.
            let whole = (self.state?.problem ?? problem).withFallback(own.message)
            if self.state?.problem != nil { report(.failed(whole)) }
            showWords(for: whole)
        case .shown:
            guard case .failed = substitution else { return }
            substitution = .begun
            // Words have taken its place, and slides show their drawing once.
            if let substituteDrawn { output.show(substituteDrawn) }
            if case .failed(let failed) = self.state { report(.fallback(failed.withFallback(nil))) }
        case .waiting, .waitingForProgram, .former, .fallback: break
        }
    }

    /// Shows words for a problem.
    private func showWords(for problem: ContentProblem) {
        isReplaced = true
        let name = output.screen.split(separator: "/").last.map(String.init) ?? output.screen
        output.show(WordsContent("\(name): \(problem.message)", on: first.background))
    }
}
