/// The differences between two lists of screens.
enum ScreenDifference {
    /// The events that lead from the old list to the new one. Disconnects come first.
    static func events(from old: [Screen], to new: [Screen]) -> [ScreenEvent] {
        let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
        let after = Set(new.map(\.id))
        let left = old.filter { !after.contains($0.id) }.map(ScreenEvent.disconnected)
        let rest: [ScreenEvent] = new.compactMap { screen in
            guard let former = before[screen.id] else { return .connected(screen) }
            let changes = changes(from: former, to: screen)
            return changes.isEmpty ? nil : .changed(screen, changes)
        }
        return left + rest
    }

    /// Whether the cards with a problem, or the problems, have changed.
    ///
    /// - Parameters: all cards, if one of them has a problem or the list is empty; otherwise nil.
    static func isOther(_ new: [Card]?, than old: [Card]?) -> Bool {
        func problems(of cards: [Card]?) -> [String: ScreenError?]? {
            cards.map { Dictionary($0.map { ($0.path, $0.problem) }) { first, _ in first } }
        }
        return problems(of: new) != problems(of: old)
    }

    /// Whether the event may change the set of driven or mirroring screens, on any card. The settings of a display
    /// follow its identity.
    static func mayChangeRoles(_ event: ScreenEvent) -> Bool {
        guard case .changed(_, let changes) = event else { return true }
        return !changes.isDisjoint(with: [.identity, .status])
    }

    static func changes(from old: Screen, to new: Screen) -> Set<ScreenEvent.Change> {
        var changes: Set<ScreenEvent.Change> = []
        if old.status != new.status { changes.insert(.status) }
        if old.identity != new.identity { changes.insert(.identity) }
        if old.edid != new.edid { changes.insert(.edid) }
        if old.physicalSize != new.physicalSize { changes.insert(.physicalSize) }
        if old.availableModes != new.availableModes { changes.insert(.availableModes) }
        if old.currentMode != new.currentMode { changes.insert(.currentMode) }
        if old.preferredMode != new.preferredMode { changes.insert(.preferredMode) }
        if old.layout != new.layout { changes.insert(.layout) }
        if old.mirrorSource != new.mirrorSource { changes.insert(.mirrorSource) }
        if old.wallPart != new.wallPart { changes.insert(.wallPart) }
        if old.properties != new.properties { changes.insert(.properties) }
        if old.dark != new.dark { changes.insert(.dark) }
        if old.lessee != new.lessee { changes.insert(.lessee) }
        if old.isStale != new.isStale { changes.insert(.stale) }
        return changes
    }
}
