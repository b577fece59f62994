import Screens
import Synchronization

/// The ids of screens as numbers, which C programs keep.
final class ScreenNumbers: Sendable {
    /// How many screens that are gone are kept, for their counters and for events that are read late.
    private static let capacity = 4096

    private struct State {
        var numbers: [ScreenID: UInt64] = [:]
        var ids: [UInt64: ScreenID] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    func number(of id: ScreenID) -> UInt64 {
        state.withLock { state in
            if let number = state.numbers[id] { return number }
            state.last += 1
            state.numbers[id] = state.last
            state.ids[state.last] = id
            return state.last
        }
    }

    /// Forgets the oldest screens if there are many.
    ///
    /// - Parameter connected: the screens that stay, however old they are.
    func forget(except connected: [ScreenID]) {
        state.withLock { state in
            guard state.ids.count > Self.capacity + connected.count else { return }
            let gone = state.ids.filter { !connected.contains($0.value) }
            // Half of them at once, so that the next disconnects cost nothing.
            for (number, id) in gone.sorted(by: { $0.key < $1.key }).prefix(Self.capacity / 2) {
                state.ids[number] = nil
                state.numbers[id] = nil
            }
        }
    }

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` if the number was never given.
    func id(of number: UInt64, _ operation: String) throws(ScreenError) -> ScreenID {
        if let id = state.withLock({ $0.ids[number] }) { return id }
        throw ScreenError(
            .noSuchScreen, operation: operation, object: "screen \(number)",
            remedy: "take an id from the list of the screens")
    }
}
