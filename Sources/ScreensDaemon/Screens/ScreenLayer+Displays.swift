import Screens
import ScreensLinux

extension VideoKit {
    /// Whether a layer has a display, and that is no longer the display of the screen.
    @MainLoop
    func isElsewhere(_ layer: ScreenLayer, than screen: Screen) -> Bool {
        guard let present = self.screen(of: layer) else { return false }
        return !screen.isConnected || present != screen.id
    }
}

extension ScreenLayer {
    /// Removes the layer on another thread: its end waits for a running call of the screen's thread.
    ///
    /// - Parameter kept: values that the call may still use. They end on the main thread.
    @MainLoop
    func removeLater(keeping kept: some Sendable) {
        Task { @MainLoop in
            _ = try? await DetachedThread.value { () throws(Failure) in self.remove() }
            withExtendedLifetime(kept) {}
        }
    }
}
