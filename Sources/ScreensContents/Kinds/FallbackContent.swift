import Screens
import ScreensConfiguration
import ScreensLinux

/// A content, and another one that is shown while that cannot be; where neither can, words say why.
@MainLoop
package final class FallbackContent: Content {
    /// The state of the other content.
    private enum Substitution: Equatable {
        case none
        /// It is shown, or is about to be.
        case begun
        /// It cannot be shown either, for a reason: words are.
        case failed(String)
    }

    private let first: ShownContent
    private let other: ShownContent
    private let output: ContentOutput
    private let sources: (first: ContentSources, other: ContentSources)
    private var content: (any Content)?
    /// The content in its place; nil while none is needed.
    private var substitute: (any Content)?
    private var substitution = Substitution.none
    /// Another one for each content in its place: one that has ended may still report.
    private var substituteNumber = 0
    /// Its state as it was reported last.
    private var state: ContentState?
    /// The drawn content that the first one has shown last.
    private var drawn: (any Content)?
    /// Whether the other one or words are shown in place of that.
    private var isReplaced = false
    /// The parts of both that are passed over.
    private var omissions: (first: [ContentOmission], other: [ContentOmission]) = ([], [])
    private var circumstances: Circumstances?

    /// - Parameters:
    ///   - other: the content that is shown where the first one cannot be; none for words alone.
    ///   - sources: those of the one and of the other.
    package init(
        _ first: ShownContent, or other: ShownContent, on output: ContentOutput,
        _ sources: (first: ContentSources, other: ContentSources)
    ) {
        self.first = first
        self.other = other
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

    private var firstOutput: ContentOutput {
        ContentOutput(
            screen: output.screen,
            show: { [weak self] content in
                self?.drawn = content
                self?.isReplaced = false
                self?.output.show(content)
            },
            pictureChanged: output.pictureChanged, report: { [weak self] in self?.take($0) },
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
            // A program may end at once again: its substitute stays, and goes on then.
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
            // Words name the problem, which may be another one now.
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
        substitution = .none
        sources.other.reader.dropWaiting()
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
                    self?.isReplaced = true
                    self?.output.show(content)
                },
                pictureChanged: output.pictureChanged,
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
            // Neither the one nor the other can be shown.
            substitution = .failed(own.message)
            // A program may come yet.
            let whole = (self.state?.problem ?? problem).withFallback(own.message)
            if self.state?.problem != nil { report(.failed(whole)) }
            showWords(for: whole)
        case .shown:
            guard case .failed = substitution else { return }
            substitution = .begun
            if case .failed(let failed) = self.state { report(.fallback(failed.withFallback(nil))) }
        case .waiting, .waitingForProgram, .former, .fallback: break
        }
    }

    /// Shows words that name a problem.
    private func showWords(for problem: ContentProblem) {
        isReplaced = true
        let name = output.screen.split(separator: "/").last.map(String.init) ?? output.screen
        output.show(WordsContent("\(name): \(problem.message)", on: first.background))
    }
}
