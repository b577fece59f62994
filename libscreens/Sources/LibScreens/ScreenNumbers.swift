import Screens
import Synchronization

/// The ids of screens as numbers, which C programs keep.
final class ScreenNumbers: Sendable {
    /// Connections beyond that are only met over years, and the oldest are forgotten.
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
            if state.last > UInt64(Self.capacity),
                let old = state.ids.removeValue(forKey: state.last - UInt64(Self.capacity))
            {
                state.numbers[old] = nil
            }
            return state.last
        }
    }

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` for a number that was never given.
    func id(of number: UInt64, _ operation: String) throws(ScreenError) -> ScreenID {
        if let id = state.withLock({ $0.ids[number] }) { return id }
        throw ScreenError(
            .noSuchScreen, operation: operation, object: "screen \(number)",
            remedy: "take an id that screens_list() stores")
    }
}
