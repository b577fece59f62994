import Glibc
import Screens
import ScreensLinux

/// How the frames of a client's layer scroll. Each of them is a strip, longer than the layer.
struct StripMotion: Sendable, Hashable {
    let axis: ScrollingStrip.Axis
    /// The speed in pixels a second.
    let speed: Double

    /// - Throws: ``ScreenError/Code/invalidArgument`` if frames are shorter than the layer.
    func check(_ frame: Size, in rectangle: Rectangle) throws(ScreenError) {
        try ScrollingStrip.check(axis == .horizontal ? frame.width : frame.height, along: axis, in: rectangle)
    }

    /// Copies a frame, so that the strip moves on while its client draws the next one.
    @MainLoop
    func strip(of frame: ClientSurface.Buffer) async throws(DrawRefusal) -> ScrollingStrip {
        let buffers = frame.buffers
        guard let planes = buffers.planes(frame.number) else { throw .notShown }
        let image: Image
        do throws(Failure) {
            // The memory stays mapped as long as its buffers exist.
            image = try await DetachedThread.value {
                withExtendedLifetime(buffers) { Image(planes, buffers.format) }
            }
        } catch {
            throw .system(SystemError(call: "pthread_create", object: "a strip", errno: EAGAIN))
        }
        do throws(ScreenError) {
            return try ScrollingStrip([image], axis: axis, speed: speed)
        } catch {
            throw .screen(error)
        }
    }
}
