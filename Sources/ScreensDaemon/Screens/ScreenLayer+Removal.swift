import Screens
import ScreensLinux

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
