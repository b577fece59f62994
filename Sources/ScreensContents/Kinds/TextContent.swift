import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux
import Synchronization

/// Shows words. Whenever the value of a placeholder changes, it lays them out again with the new value.
///
/// Words that change are the same picture: they neither turn an idle screen on nor count as played again.
@MainLoop
final class TextContent: Content {
    /// How early a moment counts as reached: readings of two clocks differ.
    private static let tolerance = Duration.milliseconds(1)

    private let kind: TextKind
    private let output: ContentOutput
    private let zone: LocalTime
    private let drawn: DrawnText
    private var circumstances: Circumstances?
    private var text: String?
    private(set) var nextChange: MonotonicTime?

    init(_ kind: TextKind, on output: ContentOutput, zone: LocalTime = .ofProcess) {
        self.kind = kind
        self.output = output
        self.zone = zone
        drawn = DrawnText(kind)
    }

    func update(_ circumstances: Circumstances) {
        let now = circumstances.wallTime.map { $0 + Self.tolerance }
        let text = kind.template.text(
            at: now?.components.seconds, in: zone, host: Self.hostName, screen: screenName)
        let isFirst = self.circumstances == nil
        let isOther =
            text != self.text || circumstances.size != self.circumstances?.size
            || circumstances.screenSize != self.circumstances?.screenSize
        self.circumstances = circumstances
        self.text = text
        nextChange = change(after: now?.components.seconds, circumstances)
        if isOther { drawn.set(text, in: circumstances.size, onScreenOf: circumstances.screenSize.height) }
        if isFirst {
            report(text)
            output.show(DrawnTextContent(drawn))
            output.report(.shown)
        } else if isOther {
            output.redraw()
        }
    }

    /// The time of the next change; nil if there is none, or while it is hidden.
    private func change(after moment: Int64?, _ circumstances: Circumstances) -> MonotonicTime? {
        guard let moment, let now = circumstances.wallTime, !circumstances.isOff, circumstances.use == .free,
            let next = kind.template.nextChange(after: moment, in: zone)
        else { return nil }
        return circumstances.now.advanced(by: .seconds(next) - now)
    }

    /// Reports letters that the font lacks.
    private func report(_ text: String) {
        guard let problem = BitmapFont.problem(with: text) else { return }
        output.say(.oddity("\(output.screen): \(problem)"))
        output.omit([ContentOmission(place: "text", count: "letters of a text", first: problem)])
    }

    /// The connector's name.
    private var screenName: String { output.screen.split(separator: "/").last.map(String.init) ?? output.screen }

    private static var hostName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { name in
            name.initialize(repeating: 0)
            guard let start = name.baseAddress, gethostname(start, 255) == 0 else { return "" }
            return String(cString: start).printable
        }
    }
}

/// The words that a screen draws now. The main loop sets them, and the screen's thread draws them.
private final class DrawnText: Sendable {
    private struct State {
        var text = ""
        var placed: PlacedText?
        /// The size that the places are for.
        var size = Size(width: 0, height: 0)
        var height = 0
        var version = 0
    }

    private let kind: TextKind
    private let state = Mutex(State())

    init(_ kind: TextKind) {
        self.kind = kind
    }

    func set(_ text: String, in size: Size, onScreenOf height: Int) {
        let placed = placed(text, in: size, height)
        // The former words end on this thread.
        let former = state.withLock { state in
            let (former, version) = (state.placed, state.version)
            state = State(text: text, placed: placed, size: size, height: height, version: version + 1)
            return former
        }
        withExtendedLifetime(former) {}
    }

    private func placed(_ text: String, in size: Size, _ height: Int) -> PlacedText {
        let margin = Int(kind.margin / 100 * Double(height))
        return PlacedText(
            text, in: Rectangle(size).inset(by: margin), kind.alignment, scale: kind.style.scale(onScreenOf: height),
            wraps: kind.wraps)
    }

    /// Draws the words, if they have changed or everything has to be drawn. Only a complete frame of another size than
    /// the main loop knows allocates memory.
    ///
    /// - Parameter drawn: the words as drawn last; nil before.
    func draw(
        _ drawn: inout (version: Int, rectangle: Rectangle)?, isComplete: Bool, on view: inout ExternalView
    ) {
        state.withLock { state in
            guard isComplete || state.version != drawn?.version else { return }
            if isComplete, state.size != view.bounds.size {
                state.size = view.bounds.size
                state.placed = placed(state.text, in: state.size, state.height)
            }
            guard let placed = state.placed else { return }
            let (style, former) = (kind.style, isComplete ? view.bounds : drawn?.rectangle ?? view.bounds)
            view.clipped(to: former.union(placed.rectangle)) { view in
                view.clear(to: style.background)
                placed.draw(on: &view, color: style.ink)
            }
            drawn = (state.version, placed.rectangle)
        }
    }
}

/// Draws words on their background.
private struct DrawnTextContent: Content {
    private let text: DrawnText
    private var drawn: (version: Int, rectangle: Rectangle)?

    init(_ text: DrawnText) {
        self.text = text
    }

    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        text.draw(&drawn, isComplete: frame.isComplete, on: &view)
        return .still
    }
}

extension TextKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        TextContent(self, on: output)
    }
}
