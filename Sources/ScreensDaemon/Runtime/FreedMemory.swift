import CScreensDaemon
import ScreensLinux

/// Returns to the system the memory that the C library keeps for later, with `malloc_trim`: many small pieces.
@MainLoop
final class FreedMemory {
    /// The time from the first request to the release. More memory is freed meanwhile.
    private static let delay = Duration.seconds(2)

    private var timer: LoopTimer?

    /// Requests a release, because much memory has been freed, or is about to be.
    func release() {
        guard timer == nil else { return }
        timer = LoopTimer(after: Self.delay) { [weak self] in
            self?.timer = nil
            malloc_trim(0)
        }
    }
}
