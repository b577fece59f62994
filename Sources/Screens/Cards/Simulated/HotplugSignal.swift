import CLinux
import Glibc
import KMS

/// Tells one listener of a simulated card that a display was plugged or unplugged.
final class HotplugSignal: Sendable {
    private let event: OwnedDescriptor

    init() throws(ScreenError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw ScreenError(.system, operation: "listen to", object: "a simulated card", errno: errno)
        }
        event = OwnedDescriptor(adopting: descriptor)
    }

    /// Becomes readable when there was a hotplug.
    var descriptor: Int32 { event.rawValue }

    func give() {
        var one: UInt64 = 1
        _ = write(event.rawValue, &one, 8)
    }

    /// Whether there was one since it was asked last.
    func take() -> Bool {
        var count: UInt64 = 0
        return read(event.rawValue, &count, 8) == 8
    }
}
