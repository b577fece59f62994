import ScreensKMS
import ScreensLinux
import Synchronization

/// A view without a screen, to test delegates and other drawing code without a card, or to make pictures.
///
/// ```swift
/// var view = try OffscreenView(size: Size(width: 640, height: 480))
/// try view.draw(by: delegate)
/// let first = view.picture
/// ```
///
/// It keeps its picture from frame to frame as the view of a screen does, and its frames follow each other at the
/// refresh rate. One thread at a time uses it.
public struct OffscreenView: ~Copyable {
    /// The number of the last content, counted down from the highest: the contents of screens are counted up.
    private static let lastContent = Atomic<UInt64>(.max)

    /// The most refreshes of a view: more than two years at 60 Hz, and far from the limits of times.
    private static let mostRefreshes = 1 << 32

    private let canvas: ScreenCanvas
    private let refreshRate: RefreshRate
    private let start: MonotonicTime
    private let drawing = DelegatePainter()
    private var number: UInt64 = 0
    /// The number of refreshes since the start, including skipped ones.
    private var refresh: Int64 = 0
    private var lastTarget: MonotonicTime?
    /// Whether the last frame drew anything. If it did not, a screen would not flip.
    public private(set) var wasDrawnOn = false

    /// Makes a black view.
    ///
    /// - Parameters:
    ///   - size: the size in pixels, 1 to 16384 on each side.
    ///   - refreshRate: the rate of its frames.
    ///   - start: the timestamp of the first frame. A test whose pictures depend on it passes a constant. Nil is the
    ///     present time, with which ``FrameTiming/wallTime`` is the time of day.
    ///   - name: the name of the screen that the view reports.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for another size.
    public init(
        size: Size, refreshRate: RefreshRate = RefreshRate(numerator: 60, denominator: 1),
        start: MonotonicTime? = nil, name: String = "Offscreen-1"
    ) throws(ScreenError) {
        guard (1...16384).contains(size.width), (1...16384).contains(size.height) else {
            throw ScreenError(
                .invalidArgument, operation: "draw on", object: "a view of \(size.width)x\(size.height)",
                remedy: "sides are 1 to 16384 pixels")
        }
        self.init(checked: size, refreshRate, start ?? .now, name)
    }

    /// A second initializer, since Swift 6.2 crashes on one that throws before the noncopyable canvas is set.
    private init(checked size: Size, _ refreshRate: RefreshRate, _ start: MonotonicTime, _ name: String) {
        let content = ContentID(number: Self.lastContent.subtract(1, ordering: .relaxed).oldValue)
        canvas = ScreenCanvas(content: content, screen: Self.screen(name, size, refreshRate), size: size)
        self.refreshRate = refreshRate
        self.start = start
    }

    /// Draws the next frame, and advances by a refresh.
    ///
    /// - Parameter body: draws the frame on the view, which is lent for this call only.
    /// - Returns: the value of ``ExternalView/nextUpdate`` that `body` has set.
    /// - Throws: the error of `body`. Its frame counts nevertheless.
    @discardableResult
    public mutating func draw<Failure: Error>(
        _ body: (inout ExternalView) throws(Failure) -> Void
    ) throws(Failure) -> NextUpdate {
        defer {
            wasDrawnOn = !canvas.damage.isEmpty
            canvas.damageTaken()
            lastTarget = time(ofRefresh: refresh + 1)
            number += 1
            refresh += 1
        }
        return try canvas.lend(timing, to: body)
    }

    /// Draws the next frame with a delegate, or with the painter that a ``PainterDelegate`` makes for the first frame.
    ///
    /// - Parameter delegate: the delegate, the same one for all frames of the view.
    /// - Returns: when the delegate requests the next call.
    /// - Throws: the error of a ``PainterDelegate`` that can make no painter; no other error.
    @discardableResult
    public mutating func draw(by delegate: some VideoKitDelegate) throws -> NextUpdate {
        let drawing = drawing
        return try draw { try drawing.draw(on: &$0, by: delegate) }
    }

    /// Skips refreshes, as if a delegate had taken too long: the next frame comes later, and counts them as missed.
    ///
    /// - Parameter count: the number of refreshes. Nothing is skipped beyond 2³² refreshes since the first frame.
    public mutating func skip(refreshes count: Int) {
        refresh = max(refresh, min(refresh + Int64(min(max(count, 0), Self.mostRefreshes)), Int64(Self.mostRefreshes)))
    }

    /// The picture after the frames so far.
    public var picture: Picture { Picture(copying: canvas.pixels) }

    /// The timing of the next frame.
    private var timing: FrameTiming {
        FrameTiming(
            number: number, timestamp: time(ofRefresh: refresh), targetTimestamp: time(ofRefresh: refresh + 1),
            duration: refreshRate.period, missed: UInt64(refresh) - number
        ).numbered(number, after: lastTarget)
    }

    private func time(ofRefresh refresh: Int64) -> MonotonicTime {
        start + refreshRate.nanoseconds(ofRefreshes: refresh)
    }

    /// A connected screen whose only mode has the size of the view.
    private static func screen(_ name: String, _ size: Size, _ rate: RefreshRate) -> Screen {
        let timings = ModeTimings(width: size.width, height: size.height, millihertz: rate.millihertz)
        let mode = ScreenMode(id: 0, timings: timings)
        return Screen(
            id: ScreenID(card: "offscreen", connector: ConnectorID(rawValue: 0), session: 0, connection: 0),
            name: name, card: "offscreen", driver: "offscreen", connector: ConnectorID(rawValue: 0),
            status: .connected, role: .external, kind: .display, identity: nil, edid: [], physicalSize: nil,
            availableModes: [mode], currentMode: mode, layout: nil, mirrorSource: nil, dark: nil, isStale: false)
    }
}
