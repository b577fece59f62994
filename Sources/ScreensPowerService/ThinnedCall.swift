import ScreensLinux

/// A call that is made at once, and at most four times a second: requests in between lead to one call at the end of the
/// pause.
@MainLoop
final class ThinnedCall {
    private static let pause = Duration.milliseconds(250)

    private let call: @MainLoop () -> Void
    private var timer: LoopTimer?
    private var isRequested = false

    init(_ call: @escaping @MainLoop () -> Void) {
        self.call = call
    }

    func request() {
        isRequested = true
        if timer == nil { make() }
    }

    private func make() {
        timer = nil
        guard isRequested else { return }
        isRequested = false
        timer = LoopTimer(after: Self.pause) { [weak self] in self?.make() }
        call()
    }
}
