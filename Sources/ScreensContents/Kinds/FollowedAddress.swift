import ScreensLinux

/// The address of the machine, which a thread of its own reads once a minute: the kernel answers late while a network
/// device is reset.
@MainLoop
final class FollowedAddress {
    private static let interval = Duration.seconds(60)

    private let onChange: @MainLoop () -> Void
    private var readTime: MonotonicTime?
    private var isReading = false
    /// The address; empty without one, and nil before it was read.
    private(set) var text: String?

    /// - Parameter onChange: called when ``text`` is another one, never before a function of this object returns.
    init(onChange: @escaping @MainLoop () -> Void) {
        self.onChange = onChange
    }

    /// Reads it again if the last reading is a minute old.
    func update(at now: MonotonicTime) {
        guard !isReading, readTime.map({ $0.advanced(by: Self.interval) <= now }) ?? true else { return }
        readTime = now
        isReading = true
        Task { @MainLoop [weak self] in
            let read = try? await DetachedThread.value { () throws(Failure) in NetworkAddress.first ?? "" }
            self?.take(read)
        }
    }

    private func take(_ read: String?) {
        isReading = false
        let former = text
        // Without a thread the former address stays.
        text = read ?? text ?? ""
        if text != former { onChange() }
    }
}
