import Screens
import ScreensLinux

/// Ends layers of the library, off the main thread: the end waits for a running call of the screen's thread.
enum LayerEnd {
    /// Ends a layer.
    ///
    /// - Parameters:
    ///   - surface: the surface that the call may still read. It ends on the main thread.
    ///   - memory: the memory of the layer, until it has ended.
    @MainLoop
    static func begin(_ layer: ScreenLayer, of surface: ClientSurface, _ memory: MemoryGrant? = nil) {
        Task { @MainLoop in
            _ = try? await DetachedThread.value { () throws(Failure) in layer.remove() }
            withExtendedLifetime((surface, memory)) {}
        }
    }
}
