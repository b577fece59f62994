import CLinux
import Glibc
import KMS

/// The thread that hears of a card's flips, and does nothing else: whatever a probe or a modeset takes, no screen waits
/// for its refresh.
final class FlipThread: Sendable {
    private let stopper: OwnedDescriptor

    /// Starts delivering the card's events, until it is released.
    ///
    /// - Parameter whenLost: called once, on the thread, if the card goes away.
    init(card: any DisplayCard, name: String, whenLost: @escaping @Sendable () -> Void) throws(ScreenError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw ScreenError(.system, operation: "eventfd", object: "a flip thread", errno: errno)
        }
        stopper = OwnedDescriptor(adopting: descriptor)
        // The thread has a descriptor of its own for the stop: ours is closed when it may still be polling.
        let stop = OwnedDescriptor(adopting: dup(descriptor))
        let shared = SharedDescriptor(stop)
        try NativeThread.start(name: name) {
            Self.run(card: card, stop: shared.descriptor.rawValue, whenLost: whenLost)
        }
    }

    deinit {
        var one: UInt64 = 1
        _ = write(stopper.rawValue, &one, 8)
    }

    /// A closure cannot capture what is not copyable.
    private final class SharedDescriptor: Sendable {
        let descriptor: OwnedDescriptor
        init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
    }

    private static func run(card: any DisplayCard, stop: Int32, whenLost: () -> Void) {
        var descriptors = [
            pollfd(fd: card.eventDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&descriptors, 2, -1) >= 0 || errno == EINTR else { return }
            if descriptors[1].revents != 0 { return }
            if descriptors[0].revents != 0, !card.deliverEvents() {
                whenLost()
                return
            }
        }
    }
}
