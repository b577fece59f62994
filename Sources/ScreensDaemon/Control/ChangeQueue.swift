import ScreensLinux
import ScreensVarlink

/// Runs the changes of settings one after the other, in the order of arrival.
///
/// A change waits for a picture and for a modeset, and restores the former settings if it fails. Without the queue,
/// another change of the same settings meanwhile would be lost. Changes of different screens run at the same time: a
/// picture on a share that hangs must not delay the other screens.
///
/// A change that also writes the file of saved settings takes the scope of the file inside its own, once its picture is
/// read. No two changes can wait for each other: a change in the scope of the file waits for no other scope.
///
/// A change that has arrived is made even if its client leaves before its turn.
@MainLoop
final class ChangeQueue {
    /// The settings that a change concerns.
    enum Scope {
        /// The qualified name of a screen.
        case screen(String)
        /// The configuration, or the settings of all screens.
        case all
        /// The file of saved settings, for all screens. It overlaps no other scope.
        case saved

        fileprivate func overlaps(_ other: Scope) -> Bool {
            switch (self, other) {
            case (.screen(let name), .screen(let otherName)): name == otherName
            case (.saved, .saved): true
            case (.saved, _), (_, .saved): false
            case (.all, _), (_, .all): true
            }
        }
    }

    private struct Change {
        let number: UInt64
        let scope: Scope
        /// The continuation that starts the change; nil once it has started.
        var begin: CheckedContinuation<Void, Never>?
    }

    /// The most changes in the queue. Clients that call and leave would otherwise fill it without limit.
    private let capacity: Int
    /// The changes that run or wait, in the order of arrival.
    private var changes: [Change] = []
    private var lastNumber: UInt64 = 0

    init(capacity: Int = 256) {
        self.capacity = capacity
    }

    /// Makes a change for a client's call, after all earlier changes in its scope.
    func call(
        on scope: Scope, _ change: @MainLoop () async throws(VarlinkError) -> Reply
    ) async throws(VarlinkError) -> Reply {
        guard changes.count < capacity else {
            throw ManagerError.failed("\(capacity) other changes of settings are pending")
        }
        return try await run(on: scope, change)
    }

    /// Makes a change of the daemon's own, or the part of a client's change in another scope, after all earlier changes
    /// in the scope.
    func run<Value, Problem: Error>(
        on scope: Scope, _ change: @MainLoop () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        let number = await waitForTurn(scope)
        defer { end(number) }
        return try await change()
    }

    private func waitForTurn(_ scope: Scope) async -> UInt64 {
        lastNumber += 1
        let number = lastNumber
        let mustWait = changes.contains { $0.scope.overlaps(scope) }
        guard mustWait else {
            changes.append(Change(number: number, scope: scope))
            return number
        }
        await withCheckedContinuation {
            changes.append(Change(number: number, scope: scope, begin: $0))
        }
        return number
    }

    private func end(_ number: UInt64) {
        changes.removeAll { $0.number == number }
        for index in changes.indices {
            let scope = changes[index].scope
            guard let begin = changes[index].begin,
                !changes[..<index].contains(where: { $0.scope.overlaps(scope) })
            else { continue }
            changes[index].begin = nil
            begin.resume()
        }
    }
}
