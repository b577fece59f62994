import Synchronization

/// The steered direction: the thread of the input devices sets it, and the threads of the screens read it.
final class Steering: Sendable {
    private let steered = Mutex(Vector.zero)

    /// The direction, of a length of at most 1; nil if nothing steers.
    var direction: Vector? {
        let steered = steered.withLock(\.self)
        return steered.length > 0.1 ? steered.limited(to: 1) : nil
    }

    /// Sets the direction of all devices together.
    func set(_ direction: Vector) {
        steered.withLock { $0 = direction }
    }
}
