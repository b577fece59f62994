import ScreensLinux

/// The order in which the occupant of a screen changes: a program that is started again gets the screen of its former self.
@MainLoop
final class ScreenTurns {
    /// The last change, after which the next one is made.
    private var last: Task<Void, Never>?
    /// The clients whose changes are not made yet.
    private(set) var waiting: [any ScreenOccupant] = []

    /// Whether no change waits, or is being made.
    var isFree: Bool { last == nil }

    /// Carries out a change after those before it.
    ///
    /// - Parameter occupant: the client that is to get the screen by it.
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
