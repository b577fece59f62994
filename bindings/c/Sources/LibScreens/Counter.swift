import CScreens
import Glibc
import Screens

/// A counter that a program polls: an eventfd.
struct Counter: ~Copyable, Sendable {
    let descriptor: Int32

    /// - Throws: ``ScreenError`` if the process may have no more descriptors.
    init() throws(ScreenError) {
        descriptor = cscreens_counter()
        guard descriptor >= 0 else {
            throw ScreenError(.system, operation: "eventfd", object: "a kit", errno: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    func add() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    func take() {
        var sum: UInt64 = 0
        _ = read(descriptor, &sum, 8)
    }

    var isZero: Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) <= 0
    }
}
