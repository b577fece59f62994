import Screens
import ScreensConfiguration
import ScreensContents
import ScreensContents
import ScreensLinux
import ScreensProgramKit

/// The configured content of one screen, with a presentation if it is more than a colour or a pattern.
@MainLoop
final class ConfiguredContent {
    /// The state of the content in the place of one that cannot be shown.
    private enum Substitution: Equatable {
        case none
        /// It is shown, or words are.
        case begun
        /// It cannot be shown either, for a reason: words are.
        case failed(String)
    }

    private struct Shown {
        /// The connection of the display that it is shown on.
        let screen: ScreenID
        let content: ShownContent
        let fallback: ShownContent
        let presentation: (any Presentation)?
        var state: ContentState?
        var substitution = Substitution.none
        var substitute: (any Presentation)?
        /// Whether the content before it could not be shown: the log has that as its last word.
        var followsProblem = false
        /// The program that a client is to run now.
        var program: ContentProgram?
    }

    /// The screen's qualified name.
    private let name: String
    private let environment: ContentEnvironment
    private weak var owner: (any ContentOwner)?
    /// Nil without a display, and before the first pass since one came.
    private var shown: Shown?
    /// The notices as they were reported last.
    private var reportedNotices: [StatusNotice] = []
    /// Whether the content begins again in the next pass, though it is the same: its files may have changed.
    private var isOutdated = false

    init(on name: String, in environment: ContentEnvironment) {
        self.name = name
        self.environment = environment
    }

    /// Reports to an owner from now on.
    func begin(for owner: any ContentOwner) {
        self.owner = owner
    }

    /// The state of the content; nil if there is none.
    var state: ContentState? { shown?.state }

    /// Whether the content has been decided since the display came.
    var isKnown: Bool { shown != nil }

    /// The program that is to show the content now; nil if none is.
    var program: ContentProgram? { shown?.program }

    /// The parts of the content that are passed over.
    var notices: [StatusNotice] {
        [shown?.presentation, shown?.substitute].compactMap { $0?.omission }.map { omission in
            StatusNotice(
                .picturesSkipped, .warning, omission.place,
                "\(omission.count) on \(name); the first: \(omission.first)",
                remedy: "correct or remove them; the journal names each")
        }
    }

    /// Shows a content, unless it is shown already.
    ///
    /// - Parameters:
    ///   - fallback: the content that is shown where that one cannot be.
    ///   - isOff: whether the screen is off for longer than until its picture changes: slides are not read, and no program runs then.
    ///   - isMirror: whether it is to show the picture of another screen: no program runs for it then.
    ///   - use: by another program, with whose picture slides are not read, and a program is not missing.
    func show(
        _ content: ShownContent, or fallback: ShownContent, on screen: Screen, isOff: Bool, isMirror: Bool = false,
        used use: ScreenUse = .free
    ) {
        let isShown =
            shown.map { $0.screen == screen.id && $0.content == content && $0.fallback == fallback } ?? false
        let program = isOff || isMirror ? nil : content.program
        // Reported below, when it is complete: a client that finds no program ends the one that runs.
        let isNew = !isShown || isOutdated
        if isNew {
            isOutdated = false
            let former = shown
            end()
            owner?.contentBegins()
            let output = output(on: screen, .content) { [weak self] report in self?.take(report, on: screen) }
            let presentation = begin(content, on: output, hasFallback: fallback != .none)
            let isThere = presentation == nil || content.program != nil
            let state: ContentState? = content == .none ? nil : isThere ? .shown : .waiting
            shown = Shown(
                screen: screen.id, content: content, fallback: fallback, presentation: presentation, state: state,
                followsProblem: former?.state?.problem != nil || former?.followsProblem == true, program: program)
            if state == .shown { sayIsShown() }
        }
        let (first, isOther) = (shown?.state, shown?.program != program)
        shown?.program = program
        // A program is not missing where none is to run, nor while another virtual terminal is shown.
        let isWithout = content.program != nil && (program == nil || screen.dark?.reason == .sessionInactive)
        for presentation in [shown?.presentation, shown?.substitute].compactMap(\.self) {
            presentation.screenIs(off: isOff || isWithout, used: use)
            presentation.screenHasSize(screen.pictureSize)
        }
        // Another state was reported by itself.
        if isNew || isOther, shown?.state == first { owner?.contentChanged() }
    }

    private func output(
        on screen: Screen, _ role: ContentSlot.Role, report: @escaping @MainLoop (ContentReport) -> Void
    ) -> ScreenOutput {
        ScreenOutput(screen, role, environment, owner, report: report)
    }

    /// Takes a report about the content.
    private func take(_ report: ContentReport, on screen: Screen) {
        guard let now = shown, now.screen == screen.id else { return }
        switch report {
        case .shown:
            // A program may end at once again: its substitute stays, and goes on then.
            if now.content.program == nil {
                now.substitute?.end()
                shown?.substitute = nil
                shown?.substitution = .none
            }
            shown?.state = .shown
            if now.state?.problem != nil { sayIsOver("its content is shown again") } else { sayIsShown() }
        case .waitingForProgram(let message):
            shown?.state = .waitingForProgram(message)
            if now.fallback != .none, now.substitution == .none {
                beginSubstitute(for: ContentProblem(path: nil, reason: message), of: now, on: screen)
            }
        case .failed(let problem, keepsPicture: true): shown?.state = .former(problem)
        case .failed(var problem, keepsPicture: false):
            if case .failed(let reason) = now.substitution { problem.fallback = reason }
            let isShown = now.fallback != .none && problem.fallback == nil
            shown?.state = isShown ? .fallback(problem) : .failed(problem)
            // Words name the problem, which may be another one now.
            if !isShown {
                words(for: problem, of: now, on: screen)
            } else if now.substitution == .none {
                beginSubstitute(for: problem, of: now, on: screen)
            }
        }
        if shown?.state != now.state { owner?.contentChanged() }
        if notices != reportedNotices {
            reportedNotices = notices
            owner?.contentNoticesChanged()
        }
    }

    /// Logs that another content is shown where the former one could not be.
    private func sayIsShown() {
        guard shown?.followsProblem == true else { return }
        shown?.followsProblem = false
        sayIsOver("another content is shown")
    }

    private func sayIsOver(_ text: String) {
        environment.log.recovered(name)
        environment.log.notice("\(name): \(text)")
    }

    private func beginSubstitute(for problem: ContentProblem, of former: Shown, on screen: Screen) {
        let output = output(on: screen, .substitute) { [weak self] report in
            switch report {
            case .failed(let own, keepsPicture: false):
                self?.substituteFailed(by: own.message, instead: problem, on: screen)
            case .shown: self?.substituteIsShown()
            case .failed, .waitingForProgram: break
            }
        }
        shown?.substitution = .begun
        shown?.substitute = begin(former.fallback, on: output, hasFallback: false)
    }

    /// Neither the one nor the other can be shown.
    private func substituteFailed(by reason: String, instead problem: ContentProblem, on screen: Screen) {
        guard let now = shown, now.screen == screen.id else { return }
        shown?.substitution = .failed(reason)
        // A program may come yet.
        var problem = now.state?.problem ?? problem
        problem.fallback = reason
        if now.state?.problem != nil { shown?.state = .failed(problem) }
        words(for: problem, of: now, on: screen)
        if shown?.state != now.state { owner?.contentChanged() }
    }

    private func substituteIsShown() {
        guard let now = shown, case .failed = now.substitution else { return }
        shown?.substitution = .begun
        if case .failed(var problem) = now.state {
            problem.fallback = nil
            shown?.state = .fallback(problem)
        }
        if shown?.state != now.state { owner?.contentChanged() }
    }

    /// Shows words that name a problem.
    private func words(for problem: ContentProblem, of former: Shown, on screen: Screen) {
        output(on: screen, .substitute) { _ in }.show(
            WordsContent("\(screen.name): \(problem.message)", on: former.content.background))
    }

    private func begin(_ content: ShownContent, on output: ScreenOutput, hasFallback: Bool) -> (any Presentation)? {
        let (readers, watch) = (environment.readers, environment.watch)
        switch content {
        case .none: return nil
        case .color(let color):
            output.show(ColorContent(color))
            return nil
        case .pattern(let pattern):
            output.show(PatternContent(pattern))
            return nil
        case .image(let placed, let path):
            return ImagePresentation(path, placed, on: output, readers, watch, in: output.size)
        case .slides(let placed, let slides):
            return SlidesPresentation(slides, placed, on: output, watch, readers, in: output.size)
        case .command: return ProgramPresentation(on: output, hasFallback: hasFallback)
        }
    }

    /// Begins the content again in the next pass, though it is the same.
    func restart() {
        isOutdated = true
    }

    /// Ends the presentations, if the screen is not connected any more. Its painting stays: displays drop off for a second,
    /// or for a night.
    func end() {
        // Its memory is released: slides may have been shown for weeks.
        let ended = shown
        shown = nil
        ended?.presentation?.end()
        ended?.substitute?.end()
    }

    /// Reads the pictures again whose files have changed, whether a change was reported or not: shares report none.
    func readAgain() {
        shown?.presentation?.readAgain()
        shown?.substitute?.readAgain()
    }
}

/// The common part of the contents of all screens.
@MainLoop
struct ContentEnvironment {
    let kit: VideoKit
    let places: ScreenPlaces
    let readers: PictureReaders
    let watch: PictureWatch
    let log: EventLog

    init(_ kit: VideoKit, _ places: ScreenPlaces, _ readers: PictureReaders, _ log: EventLog) {
        self.kit = kit
        self.places = places
        self.readers = readers
        watch = PictureWatch(log)
        self.log = log
    }
}

/// The owner of the content of a screen.
@MainLoop
protocol ContentOwner: AnyObject {
    /// Another content is about to be shown.
    func contentBegins()

    /// The state of the content is another one.
    func contentChanged()

    /// Other parts of the content are passed over than before.
    func contentNoticesChanged()

    /// The picture has changed, though the content is the same.
    func pictureChanged()
}

/// The use of a screen by another program.
enum ScreenUse: Equatable {
    case free
    /// A program has it, and has shown no picture so far. It is the content of the screen, or any other one.
    case leased(Lessee, isContent: Bool)
    /// Another program's picture is on it.
    case drawn
}

/// The work that goes on while a screen shows one content.
@MainLoop
protocol Presentation: AnyObject {
    /// Reads the files again that may have changed.
    func readAgain()

    /// Whether the screen is off for longer than until its picture changes, and whether another program has it.
    func screenIs(off isOff: Bool, used use: ScreenUse)

    /// The size of the screen, which may be another one than before.
    func screenHasSize(_ size: Size)

    /// Another content is shown, or the screen is disconnected.
    func end()

    /// The part of the content that is passed over, while the rest is shown; nil where it is whole.
    var omission: (place: String, count: String, first: String)? { get }
}

extension Presentation {
    func readAgain() {}
    func screenIs(off isOff: Bool, used use: ScreenUse) {}
    var omission: (place: String, count: String, first: String)? { nil }
}

extension Screen {
    /// The size that pictures are decoded for: that in which it is drawn, or one that covers it in every orientation while that is
    /// not known.
    var pictureSize: Size {
        if let layout { return layout.bounds }
        // The mode that is set as a rule; another one is found out later.
        let likely = preferredMode.map { [$0] } ?? availableModes
        let side = likely.map { max($0.width, $0.height) }.max() ?? 4096
        return Size(width: side, height: side)
    }
}

/// A screen as a presentation uses it.
@MainLoop
struct ScreenOutput {
    /// For which its pictures are read and watched.
    let slot: ContentSlot
    let log: EventLog
    /// The size that pictures are decoded for.
    let size: Size
    /// The service that runs a program as its content.
    let contentUnit: String
    /// Takes reports about the content.
    let report: @MainLoop (ContentReport) -> Void
    private let screen: ScreenID
    private let kit: VideoKit
    private let place: ScreenPlace
    private weak var owner: (any ContentOwner)?

    init(
        _ screen: Screen, _ role: ContentSlot.Role, _ environment: ContentEnvironment, _ owner: (any ContentOwner)?,
        report: @escaping @MainLoop (ContentReport) -> Void
    ) {
        kit = environment.kit
        log = environment.log
        slot = ContentSlot(screen: screen.qualifiedName, role: role)
        size = screen.pictureSize
        contentUnit = screen.contentUnit(among: kit.connectors)
        self.screen = screen.id
        place = environment.places.place(of: slot.screen)
        self.owner = owner
        self.report = report
    }

    /// The screen's qualified name.
    var name: String { slot.screen }

    /// Draws something else from now on.
    func show(_ content: any Content) {
        place.show(content)
        kit.setNeedsDisplay(screen)
    }

    /// Draws a picture that has changed, though the content is the same.
    func showChange(_ content: any Content) {
        place.show(content)
        pictureChanged()
    }

    /// It has another picture than before, though the content is the same.
    func pictureChanged() {
        owner?.pictureChanged()
        kit.setNeedsDisplay(screen)
    }
}
