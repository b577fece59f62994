import CScreens
import Screens

/// The draw function of a C program, for its screens or for a layer.
///
/// Unchecked: the data pointer belongs to the program, which gets it back on the thread of each screen.
struct DrawFunction: @unchecked Sendable {
    private let draw: screens_draw_function
    private let data: UnsafeMutableRawPointer?
    private let numbers: ScreenNumbers
    /// The program's pointer to the kit.
    private let kit: OpaquePointer?

    init(
        _ draw: @escaping screens_draw_function, _ data: UnsafeMutableRawPointer?, _ numbers: ScreenNumbers,
        _ kit: OpaquePointer?
    ) {
        self.draw = draw
        self.data = data
        self.numbers = numbers
        self.kit = kit
    }

    func call(_ view: inout ExternalView) {
        var lent = screens_view(view, screen: numbers.number(of: view.screen.id))
        lent.kit = kit
        view.screen.name.withCString { name in
            lent.name = name
            // The damage is known only after the function has returned.
            view.withUnsafePixels(damage: Rectangle(x: 0, y: 0, width: 0, height: 0)) { surface in
                lent.pixels = surface.baseAddress.assumingMemoryBound(to: UInt32.self)
                lent.stride = surface.bytesPerRow
                ProgramFunctions.inside(.draw) { draw(data, &lent) }
            }
        }
        let damage = Rectangle(lent.damage)
        if !damage.isEmpty { view.withUnsafePixels(damage: damage) { _ in } }
        view.nextUpdate = NextUpdate(lent)
    }
}

/// Calls the functions of a C program for its screens.
///
/// Unchecked: the data pointer belongs to the program.
final class DrawDelegate: VideoKitDelegate, @unchecked Sendable {
    private let function: DrawFunction
    private let contentEnd: screens_content_function?
    private let data: UnsafeMutableRawPointer?

    init(_ function: DrawFunction, end contentEnd: screens_content_function?, _ data: UnsafeMutableRawPointer?) {
        self.function = function
        self.contentEnd = contentEnd
        self.data = data
    }

    func updateExternalView(_ view: inout ExternalView) {
        function.call(&view)
    }

    func contentDidEnd(_ content: ContentID) {
        guard let contentEnd else { return }
        ProgramFunctions.inside(.draw) { contentEnd(data, content.rawValue) }
    }
}

extension NextUpdate {
    fileprivate init(_ view: screens_view) {
        self =
            switch Int(view.next) {
            case SCREENS_NEXT_WHEN_NEEDED: .whenNeeded
            case SCREENS_NEXT_AFTER: .after(.nanoseconds(view.next_time))
            case SCREENS_NEXT_AT: .at(MonotonicTime(nanoseconds: view.next_time))
            case SCREENS_NEXT_AT_WALL_TIME: .atWallTime(.nanoseconds(view.next_time))
            default: .nextRefresh
            }
    }
}

extension screens_view {
    /// A view without its pixels and its name.
    fileprivate init(_ view: borrowing ExternalView, screen: UInt64) {
        self.init()
        let timing = view.timing
        size = MemoryLayout<Self>.stride
        width = Int32(clamping: view.bounds.width)
        height = Int32(clamping: view.bounds.height)
        self.screen = screen
        content = view.content.rawValue
        frame = timing.number
        timestamp = timing.timestamp.nanoseconds
        target = timing.targetTimestamp.nanoseconds
        wall_time = timing.wallTime.inNanoseconds
        duration = timing.duration.inNanoseconds
        missed = timing.missed
        elapsed = timing.elapsed.inNanoseconds
        damage = screens_rectangle(x: 0, y: 0, width: width, height: height)
        next = Int32(SCREENS_NEXT_REFRESH)
    }
}

extension Rectangle {
    init(_ rectangle: screens_rectangle) {
        self.init(
            x: Int(rectangle.x), y: Int(rectangle.y), width: Int(rectangle.width), height: Int(rectangle.height))
    }
}
