import Screens

/// The screens of a section: those for which every given property holds.
package struct ScreenMatch: Sendable, Hashable {
    /// The identity of the display: see ``Screens/Screen/fits(identity:)``.
    package var identity: TextPattern?
    /// The connector, with or without the card: `HDMI-A-1`, `card1/HDMI-A-1`; behind DisplayPort hubs also its place in their
    /// tree, `mst:95-1`, as its name is another one after each plug.
    package var connector: TextPattern?
    /// The card, or its driver: `card1`, `i915`.
    package var card: TextPattern?
    /// Whether it is built in.
    package var role: ScreenRole?

    /// Every screen.
    package init() {}

    /// One display, as it is saved: by its identity on any connector, with its connector where another display has the same
    /// identity, and by its connector alone where it has none.
    ///
    /// Cards may have other numbers after the next start: a connector is named without its card where no other has its
    /// name.
    ///
    /// - Parameters:
    ///   - connectors: those of the machine.
    ///   - isOnConnector: whether the settings hold only on the connector that the display has now.
    package init(_ display: DisplayKey, among connectors: [Screen], onItsConnector isOnConnector: Bool = false) {
        identity = display.identity.map { TextPattern(literal: $0.description) }
        let isAlone = connectors.count { $0.identity == display.identity } < 2
        if identity != nil, isAlone, !isOnConnector { return }
        // The first of twins has no place in its key, as it is known by its identity until another one comes.
        guard let place = display.place ?? connectors.first(where: { DisplayKey($0) == display })?.place else { return }
        let named = connectors.first { $0.place == place }
        let alike = connectors.filter { $0.localPlace == named?.localPlace }
        connector = TextPattern(literal: alike.count == 1 ? alike[0].localPlace : place)
    }

    /// Whether a screen matches.
    package func matches(_ screen: Screen) -> Bool {
        if let identity, !screen.fits(identity: identity) { return false }
        if let connector, !screen.fits(connector: connector) { return false }
        if let card, !screen.fits(card: card) { return false }
        return role == nil || role == screen.role
    }

    /// Whether connectors or displays are named, and not only a kind of them.
    var namesScreen: Bool { connector != nil || identity != nil }

    /// Whether no property is given, so that every screen matches.
    package var isEmpty: Bool { self == ScreenMatch() }
}

extension Screen {
    /// Whether the identity of the display matches a pattern: as `screens list` prints it (`Dell Inc. DELL U2410 F525M97O8LCL`), the same
    /// with the manufacturer's three letters (`DEL DELL U2410 F525M97O8LCL`), which are the same on every machine, or the stable
    /// form of ``ScreenIdentity`` (`DEL:a0b1:DELL%20U2410:F525M97O8LCL`).
    package func fits(identity pattern: TextPattern) -> Bool {
        guard let identity else { return false }
        let product = identity.model ?? identity.productCode.map { String($0, radix: 16) }
        return [identity.make, identity.vendor ?? identity.make].contains { manufacturer in
            let words = [manufacturer, product, identity.serial].compactMap(\.self)
            return !words.isEmpty && pattern.matches(words.joined(separator: " "))
        } || pattern.matches(identity.description) || identity.matches(pattern.text)
    }

    /// Whether it is on a card that a pattern names, by its name, its path or its driver.
    func fits(card pattern: TextPattern) -> Bool {
        [card.split(separator: "/").last.map(String.init) ?? "", card, driver].contains(where: pattern.matches)
    }

    /// Whether it is on a connector that a pattern names, by its name or its place behind hubs, with or without its card.
    package func fits(connector pattern: TextPattern) -> Bool {
        [name, qualifiedName, localPlace, place].contains(where: pattern.matches)
    }
}
