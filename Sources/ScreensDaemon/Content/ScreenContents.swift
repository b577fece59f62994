import Screens
import ScreensConfiguration
import ScreensProgramKit

/// The content of each screen, with a presentation for each one that is more than a colour or a pattern.
@MainLoop
final class ScreenContents {
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

    /// A caller that waits for the first pictures.
    private struct FirstReading {
        let continuation: CheckedContinuation<Void, Never>
        let timer: LoopTimer
    }

    /// A large photo takes two seconds on a small board.
    private static let longestReading = Duration.seconds(10)

    private let kit: VideoKit
    private let painter: ContentPainter
    private let readers: PictureReaders
    private let idle: IdleTimers
    private let log: EventLog
    private let watch: PictureWatch
    /// By qualified name.
    private var shown: [String: Shown] = [:]
    private var reading: FirstReading?
    private var onChange: @MainLoop (_ name: String) -> Void = { _ in }
    private var onNotice: @MainLoop () -> Void = {}
    /// The notices as they were reported last.
    private var reportedNotices: [StatusNotice] = []
    /// The screens whose content begins again in the next pass, though it is the same: its files may have changed.
    private var outdated: Set<String> = []

    init(_ kit: VideoKit, _ painter: ContentPainter, _ readers: PictureReaders, _ idle: IdleTimers, _ log: EventLog) {
        self.kit = kit
        self.painter = painter
        self.readers = readers
        self.idle = idle
        self.log = log
        watch = PictureWatch(log)
    }

    /// - Parameters:
    ///   - onChange: called with a screen's qualified name when the state of its content is another one.
    ///   - onNotice: called when ``notices`` are others.
    func begin(
        onChange: @escaping @MainLoop (_ name: String) -> Void, onNotice: @escaping @MainLoop () -> Void
    ) {
        self.onChange = onChange
        self.onNotice = onNotice
    }

    /// Returns when no content waits for its first picture, or some seconds later: one on a share that hangs holds up no other.
    func waitUntilRead() async {
        guard isWaiting else { return }
        await withCheckedContinuation { continuation in
            reading = FirstReading(
                continuation: continuation,
                timer: LoopTimer(after: Self.longestReading) { [weak self] in self?.endWait() })
        }
    }

    private var isWaiting: Bool { shown.values.contains { $0.state == .waiting } }

    private func endWait() {
        let ended = reading
        reading = nil
        ended?.continuation.resume()
    }

    private func changed(_ name: String) {
        onChange(name)
        if !isWaiting { endWait() }
    }

    /// The state of a screen's content; nil where it has none.
    func state(of name: String) -> ContentState? { shown[name]?.state }

    /// Whether the content of a screen has been decided since its display came.
    func isKnown(_ name: String) -> Bool { shown[name] != nil }

    /// The program that is to show the content of a screen now; nil where none is.
    func program(of name: String) -> ContentProgram? { shown[name]?.program }

    /// The contents of which parts are passed over.
    var notices: [StatusNotice] {
        let omissions = shown.sorted { $0.key < $1.key }.flatMap { name, shown in
            [shown.presentation, shown.substitute].compactMap { $0?.omission }.map { (name, $0) }
        }
        return omissions.map { name, omission in
            StatusNotice(
                .picturesSkipped, .warning, omission.place,
                "\(omission.count) on \(name); the first: \(omission.first)",
                remedy: "correct or remove them; the journal names each")
        }
    }

    /// Shows a content on a screen, unless it does so already.
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
        let name = screen.qualifiedName
        let isShown =
            shown[name].map { $0.screen == screen.id && $0.content == content && $0.fallback == fallback } ?? false
        let program = isOff || isMirror ? nil : content.program
        // Reported below, when it is complete: a client that finds no program ends the one that runs.
        let isNew = !isShown || outdated.contains(name)
        if isNew {
            outdated.remove(name)
            let former = shown[name]
            end(name)
            idle.begin(name)
            let output = ScreenOutput(screen, .content, kit, painter, idle, log) { [weak self] report in
                self?.take(report, on: screen)
            }
            let presentation = begin(content, on: output, hasFallback: fallback != .none)
            let isThere = presentation == nil || content.program != nil
            let state: ContentState? = content == .none ? nil : isThere ? .shown : .waiting
            shown[name] = Shown(
                screen: screen.id, content: content, fallback: fallback, presentation: presentation, state: state,
                followsProblem: former?.state?.problem != nil || former?.followsProblem == true, program: program)
            if state == .shown { sayIsShown(name) }
        }
        let (first, isOther) = (shown[name]?.state, shown[name]?.program != program)
        shown[name]?.program = program
        // A program is not missing where none is to run, nor while another virtual terminal is shown.
        let isWithout = content.program != nil && (program == nil || screen.dark?.reason == .sessionInactive)
        for presentation in [shown[name]?.presentation, shown[name]?.substitute].compactMap(\.self) {
            presentation.screenIs(off: isOff || isWithout, used: use)
            presentation.screenHasSize(screen.pictureSize)
        }
        // Another state was reported by itself.
        if isNew || isOther, shown[name]?.state == first { changed(name) }
    }

    /// Takes a report about the content of a screen.
    private func take(_ report: ContentReport, on screen: Screen) {
        let name = screen.qualifiedName
        guard let now = shown[name], now.screen == screen.id else { return }
        switch report {
        case .shown:
            // A program may end at once again: its substitute stays, and goes on then.
            if now.content.program == nil {
                now.substitute?.end()
                shown[name]?.substitute = nil
                shown[name]?.substitution = .none
            }
            shown[name]?.state = .shown
            if now.state?.problem != nil { sayIsOver("its content is shown again", name) } else { sayIsShown(name) }
        case .waitingForProgram(let message):
            shown[name]?.state = .waitingForProgram(message)
            if now.fallback != .none, now.substitution == .none {
                beginSubstitute(for: ContentProblem(path: nil, reason: message), of: now, on: screen)
            }
        case .failed(let problem, keepsPicture: true): shown[name]?.state = .former(problem)
        case .failed(var problem, keepsPicture: false):
            if case .failed(let reason) = now.substitution { problem.fallback = reason }
            let isShown = now.fallback != .none && problem.fallback == nil
            shown[name]?.state = isShown ? .fallback(problem) : .failed(problem)
            // Words name the problem, which may be another one now.
            if !isShown {
                words(for: problem, of: now, on: screen)
            } else if now.substitution == .none {
                beginSubstitute(for: problem, of: now, on: screen)
            }
        }
        if shown[name]?.state != now.state { changed(name) }
        if notices != reportedNotices {
            reportedNotices = notices
            onNotice()
        }
    }

    /// Logs that another content is shown where the former one could not be.
    private func sayIsShown(_ name: String) {
        guard shown[name]?.followsProblem == true else { return }
        shown[name]?.followsProblem = false
        sayIsOver("another content is shown", name)
    }

    private func sayIsOver(_ text: String, _ name: String) {
        log.recovered(name)
        log.notice("\(name): \(text)")
    }

    private func beginSubstitute(for problem: ContentProblem, of former: Shown, on screen: Screen) {
        let name = screen.qualifiedName
        var output = ScreenOutput(screen, .substitute, kit, painter, idle, log) { _ in }
        output.report = { [weak self] report in
            switch report {
            case .failed(let own, keepsPicture: false):
                self?.substituteFailed(by: own.message, instead: problem, on: screen)
            case .shown: self?.substituteIsShown(on: name)
            case .failed, .waitingForProgram: break
            }
        }
        shown[name]?.substitution = .begun
        shown[name]?.substitute = begin(former.fallback, on: output, hasFallback: false)
    }

    /// Neither the one nor the other can be shown.
    private func substituteFailed(by reason: String, instead problem: ContentProblem, on screen: Screen) {
        let name = screen.qualifiedName
        guard let now = shown[name], now.screen == screen.id else { return }
        shown[name]?.substitution = .failed(reason)
        // A program may come yet.
        var problem = now.state?.problem ?? problem
        problem.fallback = reason
        if now.state?.problem != nil { shown[name]?.state = .failed(problem) }
        words(for: problem, of: now, on: screen)
        if shown[name]?.state != now.state { changed(name) }
    }

    private func substituteIsShown(on name: String) {
        guard let now = shown[name], case .failed = now.substitution else { return }
        shown[name]?.substitution = .begun
        if case .failed(var problem) = now.state {
            problem.fallback = nil
            shown[name]?.state = .fallback(problem)
        }
        if shown[name]?.state != now.state { changed(name) }
    }

    /// Shows words that name a problem.
    private func words(for problem: ContentProblem, of former: Shown, on screen: Screen) {
        let output = ScreenOutput(screen, .substitute, kit, painter, idle, log) { _ in }
        output.show(
            StillPainting { [background = former.content.background] screen in
                NoticePattern("\(screen.name): \(problem.message)", on: background)
            })
    }

    private func begin(_ content: ShownContent, on output: ScreenOutput, hasFallback: Bool) -> (any Presentation)? {
        switch content {
        case .none: return nil
        case .color(let color):
            output.show(StillPainting { _ in SolidPattern(color: color) })
            return nil
        case .pattern(let pattern):
            output.show(StillPainting(pattern))
            return nil
        case .image(let placed, let path):
            return ImagePresentation(path, placed, on: output, readers, watch, in: output.size)
        case .slides(let placed, let slides):
            return SlidesPresentation(slides, placed, on: output, watch, readers, in: output.size)
        case .command: return ProgramPresentation(on: output, hasFallback: hasFallback)
        }
    }

    /// Begins the content of a screen again in the next pass, though it is the same.
    func restart(_ name: String) {
        outdated.insert(name)
    }

    /// Ends the presentations of screens that are not connected any more. Their paintings stay: displays drop off for a
    /// second, or for a night.
    func end(except connected: Set<String>) {
        for name in shown.keys where !connected.contains(name) { end(name) }
    }

    /// Its memory is released: slides may have been shown for weeks.
    private func end(_ name: String) {
        let ended = shown.removeValue(forKey: name)
        ended?.presentation?.end()
        ended?.substitute?.end()
    }

    /// Reads the pictures again whose files have changed, whether a change was reported or not: shares report none.
    func readAgain() {
        for shown in shown.values {
            shown.presentation?.readAgain()
            shown.substitute?.readAgain()
        }
    }
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
    private let screen: ScreenID
    private let kit: VideoKit
    private let place: ScreenPlace
    private let idle: IdleTimers
    /// Takes reports about the content.
    fileprivate(set) var report: @MainLoop (ContentReport) -> Void

    init(
        _ screen: Screen, _ role: ContentSlot.Role, _ kit: VideoKit, _ painter: ContentPainter, _ idle: IdleTimers,
        _ log: EventLog, report: @escaping @MainLoop (ContentReport) -> Void
    ) {
        slot = ContentSlot(screen: screen.qualifiedName, role: role)
        size = screen.pictureSize
        contentUnit = screen.contentUnit(among: kit.connectors)
        self.screen = screen.id
        self.kit = kit
        place = painter.place(of: slot.screen)
        self.idle = idle
        self.log = log
        self.report = report
    }

    /// The screen's qualified name.
    var name: String { slot.screen }

    /// Paints something else from now on.
    func show(_ painting: any Painting) {
        place.show(painting)
        kit.setNeedsDisplay(screen)
    }

    /// Paints a picture that has changed, though the content is the same.
    func showChange(_ painting: any Painting) {
        place.show(painting)
        pictureChanged()
    }

    /// The painting has another picture than before, though the content is the same.
    func pictureChanged() {
        idle.pictureChanged(on: name)
        kit.setNeedsDisplay(screen)
    }
}
