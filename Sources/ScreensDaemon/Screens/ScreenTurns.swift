import ScreensLinux

/// The order in which the occupant of a screen changes: a restarted program gets the screen after its former process.
@MainLoop
final class ScreenTurns {
    /// The last change. The next one runs after it.
    private var last: Task<Void, Never>?
    /// The clients whose changes are not made yet.
    private(set) var waiting: [any ScreenOccupant] = []

    /// Whether no change waits or runs.
    var isFree: Bool { last == nil }

    /// Makes a change after the earlier ones.
    ///
    /// - Parameter occupant: the client that gets the screen through the change.
    func run<Value: Sendable>(
        for occupant: (any ScreenOccupant)? = nil, _ change: @escaping @MainLoop () async -> Value
    ) async -> Value {
        if let occupant { waiting.append(occupant) }
        let before = last
        let change = Task {
            await before?.value
            return await change()
        }
        let turn = Task { _ = await change.value }
        last = turn
        let value = await change.value
        if last == turn { last = nil }
        waiting.removeAll { $0 === occupant }
        return value
    }
}
