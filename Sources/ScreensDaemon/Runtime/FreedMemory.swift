import CScreensDaemon
import ScreensLinux

/// Returns freed memory to the system with `malloc_trim`. The C library keeps many small pieces for later.
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
