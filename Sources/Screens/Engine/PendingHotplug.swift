import Synchronization

/// The hotplugs of a card that wait for its read. One read answers several of them.
final class PendingHotplug: Sendable {
    private let scope = Mutex<HotplugScope?>(nil)

    /// - Returns: whether no hotplug waited before.
    func add(_ new: HotplugScope) -> Bool {
        scope.withLock { scope in
            defer { scope = scope?.union(new) ?? new }
            return scope == nil
        }
    }

    /// Takes the waiting hotplugs.
    func take() -> HotplugScope {
        scope.withLock { scope in
            defer { scope = nil }
            return scope ?? .all
        }
    }
}
