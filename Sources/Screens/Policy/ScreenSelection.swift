/// Selects the screens that are driven.
public struct ScreenSelection: Sendable, Hashable {
    private enum Rule: Sendable, Hashable {
        case external, all
        case named([String])
    }

    private let rule: Rule

    /// The external screens among ``all``, or the built-in ones while there are no others.
    public static let external = ScreenSelection(rule: .external)
    /// Every screen, except outputs to analog televisions (`Composite`, `SVIDEO`, `TV`), which have to be named, and
    /// except screens of status ``ConnectionStatus/unknown`` while another screen is connected.
    public static let all = ScreenSelection(rule: .all)

    /// No screens, except screens with ``ScreenSettings/isDriven``.
    public static let none = named([])

    /// The screens on these connectors, by name (`HDMI-A-1`) or qualified name (`card1/HDMI-A-1`), of any kind.
    public static func named(_ names: [String]) -> ScreenSelection {
        ScreenSelection(rule: .named(names))
    }

    /// Whether the connector of a screen is named, and so is kept for a display to come.
    func names(_ screen: Screen) -> Bool {
        if case .named(let names) = rule { names.contains { screen.isNamed($0) } } else { false }
    }

    /// The connected screens among `screens` that are driven.
    ///
    /// - Parameter override: the setting of a single screen, which takes precedence over the selection.
    func selected(among screens: [Screen], override: (Screen) -> Bool? = { _ in nil }) -> [Screen] {
        let connected = screens.filter(\.isConnected)
        let selected = Set(matching(connected).map(\.id))
        return connected.filter { override($0) ?? selected.contains($0.id) }
    }

    /// Why the rule excludes a screen, as a clause for people; nil if there may be another reason.
    func exclusion(of role: ScreenRole) -> String? {
        switch rule {
        case .all: nil
        // Outputs to televisions are external.
        case .external where role != .internal: nil
        case .named([]): nil
        case .named(let names): "the settings select \(names.joined(separator: ", ")) and no other screen"
        case .external: "the settings select external screens alone"
        }
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
    /// Whether the screen is driven although it is not named.
    ///
    /// Most outputs to analog televisions cannot detect one, and most boards with such an output have no television on
    /// it. A screen of unknown status is tried only while no screen is connected for certain.
    ///
    /// - Parameter screens: the screens of all cards.
    package func isDrivenUnnamed(among screens: [Screen]) -> Bool {
        guard !isTelevisionOutput else { return false }
        return status != .unknown
            || !screens.contains { $0.isConnected && $0.status == .connected && !$0.isTelevisionOutput }
    }
}
