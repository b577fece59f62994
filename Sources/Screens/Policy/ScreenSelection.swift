/// Selects the screens that are driven.
public struct ScreenSelection: Sendable, Hashable {
    private enum Rule: Sendable, Hashable {
        case external, all
        case named([String])
    }

    private let rule: Rule

    /// The external screens; the built-in ones only while there are no others. Of all of these ``all`` counts.
    public static let external = ScreenSelection(rule: .external)
    /// Every screen, but for outputs to analog televisions (`Composite`, `SVIDEO`, `TV`): these have to be named. One with the status
    /// ``ConnectionStatus/unknown`` counts only while nothing is connected.
    public static let all = ScreenSelection(rule: .all)

    /// No screens, except those with ``ScreenSettings/isDriven``.
    public static let none = named([])

    /// The screens on these connectors, by name (`HDMI-A-1`) or qualified name (`card1/HDMI-A-1`), whatever their kind.
    public static func named(_ names: [String]) -> ScreenSelection {
        ScreenSelection(rule: .named(names))
    }

    /// The connected screens among `screens` that are driven.
    ///
    /// - Parameter override: the setting of a single screen, which takes precedence over the selection.
    func selected(among screens: [Screen], override: (Screen) -> Bool? = { _ in nil }) -> [Screen] {
        let connected = screens.filter(\.isConnected)
        let selected = Set(matching(connected).map(\.id))
        return connected.filter { override($0) ?? selected.contains($0.id) }
    }

    private func matching(_ connected: [Screen]) -> [Screen] {
        switch rule {
        case .all: return connected.filter { $0.isDrivenUnnamed(among: connected) }
        case .named(let names): return connected.filter { screen in names.contains { screen.isNamed($0) } }
        case .external:
            let counted = connected.filter { $0.isDrivenUnnamed(among: connected) }
            let external = counted.filter { $0.role != .internal }
            return external.isEmpty ? counted : external
        }
    }
}

extension Screen {
    /// Whether the screen is driven unless it is named.
    ///
    /// An output to analog televisions mostly cannot find out whether there is one, and is there on most boards without any.
    /// An unknown status is worth a try only while no other screen is certain.
    ///
    /// - Parameter screens: those of all cards.
    package func isDrivenUnnamed(among screens: [Screen]) -> Bool {
        guard !isTelevisionOutput else { return false }
        return status != .unknown
            || !screens.contains { $0.isConnected && $0.status == .connected && !$0.isTelevisionOutput }
    }
}
