import CScreensDaemon
import ScreensLinux

/// Gives memory back to the system that the C library keeps for later: of many small pieces, by `malloc_trim`.
@MainLoop
final class FreedMemory {
    /// From the first request to the release: more is freed meanwhile.
    private static let delay = Duration.seconds(2)

    private var timer: LoopTimer?

    /// Much has been freed, or is about to be.
    func release() {
        guard timer == nil else { return }
        timer = LoopTimer(after: Self.delay) { [weak self] in
            self?.timer = nil
            malloc_trim(0)
        }
    }
}
