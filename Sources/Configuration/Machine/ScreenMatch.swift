import Screens

/// The screens of a section: those for which every given property holds.
package struct ScreenMatch: Sendable, Hashable {
    /// The identity of the display: see ``Screens/Screen/fits(identity:)``.
    package var identity: TextPattern?
    /// The connector, with or without the card: `HDMI-A-1`, `card1/HDMI-A-1`.
    package var connector: TextPattern?
    /// The card, or its driver: `card1`, `i915`.
    package var card: TextPattern?
    /// Whether it is built in.
    package var role: ScreenRole?

    /// Every screen.
    package init() {}

    /// One display on any connector, where its serial number distinguishes it; else the display on its connector.
    ///
    /// - Parameter others: the screens that are there, with or without this one.
    package init(_ screen: Screen, among others: [Screen] = []) {
        let identity = screen.identity.map { TextPattern(literal: $0.description) }
        self.identity = identity
        let hasSerial = screen.identity?.hasSerial ?? false
        if !hasSerial || others.contains(where: { $0.id != screen.id && $0.identity == screen.identity }) {
            connector = TextPattern(literal: screen.qualifiedName)
        }
    }

    /// Whether a screen matches.
    package func matches(_ screen: Screen) -> Bool {
        if let identity, !screen.fits(identity: identity) { return false }
        if let connector, !screen.fits(connector: connector) { return false }
        if let card {
            let name = String(screen.card.split(separator: "/").last ?? "")
            guard card.matches(name) || card.matches(screen.card) || card.matches(screen.driver) else { return false }
        }
        return role == nil || role == screen.role
    }

    /// Whether connectors or displays are named, and not only a kind of them.
    var namesScreen: Bool { connector != nil || identity != nil }

    /// Whether no property is given, so that every screen matches.
    package var isEmpty: Bool { self == ScreenMatch() }
}

extension Screen {
    /// Whether the identity of the display matches a pattern: as `screens list` prints it (`Dell Inc. DELL U2410 F525M97O8LCL`), the same
    /// with the maker's three letters (`DEL DELL U2410 F525M97O8LCL`), which are the same on every machine, or the stable
    /// form of ``ScreenIdentity`` (`DEL:a0b1:DELL%20U2410:F525M97O8LCL`). The identity that earlier versions gave the display
    /// fits as well, so that configurations and saved settings stay valid.
    package func fits(identity pattern: TextPattern) -> Bool {
        guard let identity else { return false }
        return [identity, identity.former].contains { $0.map { Self.fits($0, pattern) } ?? false }
    }

    private static func fits(_ identity: ScreenIdentity, _ pattern: TextPattern) -> Bool {
        let product = identity.model ?? identity.productCode.map { String($0, radix: 16) }
        return [identity.make, identity.vendor ?? identity.make].contains { maker in
            let words = [maker, product, identity.serial].compactMap(\.self)
            return !words.isEmpty && pattern.matches(words.joined(separator: " "))
        } || pattern.matches(identity.description) || identity.matches(pattern.text)
    }

    /// Whether it is on a connector that a pattern names, with or without its card.
    package func fits(connector pattern: TextPattern) -> Bool {
        pattern.matches(name) || pattern.matches(qualifiedName)
    }
}
