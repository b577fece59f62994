/// What a screen shows, and how far it has got: what outlives a pause.
///
/// Unchecked: one session at a time has it. Its thread is the only user until the session's end has come; then it is the
/// next one's.
final class ScreenContent: @unchecked Sendable {
    let canvas: Canvas
    /// The number that the next frame gets.
    var nextFrame: UInt64 = 0

    init(id: ContentID, screen: Screen, size: Size) {
        canvas = Canvas(content: id, screen: screen, size: size)
    }

    var id: ContentID { canvas.content }

    /// Goes on, on a screen whose buffers are black: all of the picture has to be shown again.
    func resume(on screen: Screen) {
        canvas.screen = screen
        canvas.damage.insert(Rectangle(canvas.size))
    }
}
