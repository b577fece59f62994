import CLinux
import Glibc
import KMS

/// The thread that hears of a card's flips, and does nothing else: whatever a probe or a modeset takes, no screen waits
/// for its refresh.
final class FlipThread: Sendable {
    /// The thread keeps it too: a descriptor that is polled must not be closed.
    private final class Stopper: Sendable {
        let descriptor: OwnedDescriptor

        init(_ descriptor: consuming OwnedDescriptor) {
            self.descriptor = descriptor
        }
    }

    private let stopper: Stopper
    /// Comes when the thread has let go of the card.
    let end: ThreadEnd

    /// Starts delivering the card's events, until it is released.
    ///
    /// - Parameter whenLost: called once, on the thread, if the card goes away.
    init(card: any DisplayCard, name: String, whenLost: @escaping @Sendable () -> Void) throws(ScreenError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw ScreenError(.system, operation: "eventfd", object: "a flip thread", errno: errno)
        }
        let stopper = Stopper(OwnedDescriptor(adopting: descriptor))
        let end = ThreadEnd()
        self.stopper = stopper
        self.end = end
        try NativeThread.start(
            name: name, isUrgent: true, { Self.run(card: card, stop: stopper.descriptor.rawValue, whenLost: whenLost) },
            finally: { end.come() })
    }

    deinit {
        var one: UInt64 = 1
        _ = write(stopper.descriptor.rawValue, &one, 8)
    }

    private static func run(card: any DisplayCard, stop: Int32, whenLost: () -> Void) {
        var descriptors = [
            pollfd(fd: card.eventDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            if poll(&descriptors, 2, -1) < 0 { continue }
            if descriptors[1].revents != 0 { return }
            guard descriptors[0].revents == Int16(POLLIN), card.deliverEvents() else {
                whenLost()
                return
            }
        }
    }
}
