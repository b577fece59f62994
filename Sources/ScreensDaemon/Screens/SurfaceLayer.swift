import Screens
import ScreensLinux

/// A layer of a screen for the frames of a client's surface.
@MainLoop
protocol SurfaceLayer: AnyObject {
    var surface: ClientSurface { get }
    var placement: LayerPlacement { get }

    /// Moves the layer, from the next refresh on.
    func place(_ placement: LayerPlacement) throws(ScreenError)

    /// Takes a frame that is about to be requested, if the layer does not draw it from the surface.
    func take(_ frame: ClientSurface.Buffer) async throws(DrawRefusal)

    /// Removes the picture, unless it is a frame of these buffers. The next frame is shown again.
    func clear(unlessIn buffers: ClientBuffers)

    /// Requests a drawing, which answers a request of the surface.
    func setNeedsDisplay()

    /// Shows the layer on the display that the screen has now, also if it has ended, because the former one was away
    /// for long.
    func follow(_ screen: ScreenID) throws(ScreenError)

    /// Leaves the display if it is connected to another screen now.
    func leaveOtherScreen()

    /// Removes the layer for good.
    ///
    /// - Parameter memory: the memory of the layer, which is given back when the screen no longer uses it.
    func remove(_ memory: MemoryGrant)
}

extension SurfaceLayer {
    /// Ends parts of the layer on another thread: their end waits for a running call of the screen's thread.
    ///
    /// - Parameters:
    ///   - memory: the memory of the parts, until they have ended.
    ///   - end: ends them. The surface, which the call may still read, is released on the main thread afterwards.
    func endLater(_ memory: MemoryGrant? = nil, _ end: @escaping @Sendable () -> Void) {
        Task { @MainLoop [surface] in
            _ = try? await DetachedThread.value { () throws(Failure) in end() }
            withExtendedLifetime((surface, memory)) {}
        }
    }
}
