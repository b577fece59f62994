import Synchronization

/// The steered direction, which the thread of the input devices sets and those of the screens read.
final class Steering: Sendable {
    private let steered = Mutex(Vector.zero)

    /// The direction, of a length of at most 1; nil where nothing steers.
    var direction: Vector? {
        let steered = steered.withLock(\.self)
        return steered.length > 0.1 ? steered.limited(to: 1) : nil
    }

    /// Sets the direction that all devices request together.
    func set(_ direction: Vector) {
        steered.withLock { $0 = direction }
    }
}
