import Screens

/// The screens of a section: all screens with every given property.
package struct ScreenMatch: Sendable, Hashable {
    /// The identity of the display: see ``Screens/Screen/fits(identity:)``.
    package var identity: TextPattern?
    /// The connector, with or without the card: `HDMI-A-1`, `card1/HDMI-A-1`; behind DisplayPort hubs also its place in
    /// their tree, `mst:95-1`, because its name changes with each plug.
    package var connector: TextPattern?
    /// The card, or its driver: `card1`, `i915`.
    package var card: TextPattern?
    /// Whether the screen is built in.
    package var role: ScreenRole?

    /// Matches every screen.
    package init() {}

    /// Matches one display for its saved settings: by its identity on any connector, also by its connector if another
    /// display has the same identity, and only by its connector if it has no identity.
    ///
    /// Cards may have other numbers after the next start, so a connector is named without its card if no other
    /// connector has its name.
    ///
    /// - Parameters:
    ///   - connectors: the connectors of the machine.
    ///   - isOnConnector: whether the settings only apply on the display's present connector.
    package init(_ display: DisplayKey, among connectors: [Screen], onItsConnector isOnConnector: Bool = false) {
        identity = display.identity.map { TextPattern(literal: $0.description) }
        let isAlone = connectors.count { $0.identity == display.identity } < 2
        if identity != nil, isAlone, !isOnConnector { return }
        // The first of twins has no place in its key, because its identity identifies it until another twin comes.
        guard let place = display.place ?? connectors.first(where: { DisplayKey($0) == display })?.place else { return }
        let named = connectors.first { $0.place == place }
        let alike = connectors.filter { $0.localPlace == named?.localPlace }
        connector = TextPattern(literal: alike.count == 1 ? alike[0].localPlace : place)
    }

    /// Returns whether a screen matches.
    package func matches(_ screen: Screen) -> Bool {
        if let identity, !screen.fits(identity: identity) { return false }
        if let connector, !screen.fits(connector: connector) { return false }
        if let card, !screen.fits(card: card) { return false }
        return role == nil || role == screen.role
    }

    /// Whether connectors or displays are named, not only a kind of them.
    var namesScreen: Bool { connector != nil || identity != nil }

    /// Whether no property is given, so that every screen matches.
    package var isEmpty: Bool { self == ScreenMatch() }
}

extension Screen {
    /// Returns whether the identity of the display matches a pattern: as `screens list` prints it (`Dell Inc. DELL
    /// U2410 F525M97O8LCL`), with the manufacturer's three letters instead (`DEL DELL U2410 F525M97O8LCL`), which are
    /// equal on every machine, or in the stable form of ``ScreenIdentity`` (`DEL:a0b1:DELL%20U2410:F525M97O8LCL`).
    package func fits(identity pattern: TextPattern) -> Bool {
        guard let identity else { return false }
        let product = identity.model ?? identity.productCode.map { String($0, radix: 16) }
        return [identity.make, identity.vendor ?? identity.make].contains { manufacturer in
            let words = [manufacturer, product, identity.serial].compactMap(\.self)
            return !words.isEmpty && pattern.matches(words.joined(separator: " "))
        } || pattern.matches(identity.description) || identity.matches(pattern.text)
    }

    /// Returns whether it is on a card that matches a pattern by its name, its path or its driver.
    func fits(card pattern: TextPattern) -> Bool {
        [card.split(separator: "/").last.map(String.init) ?? "", card, driver].contains(where: pattern.matches)
    }

    /// Returns whether it is on a connector that matches a pattern by its name or its place behind hubs, with or
    /// without its card.
    package func fits(connector pattern: TextPattern) -> Bool {
        [name, qualifiedName, localPlace, place].contains(where: pattern.matches)
    }
}
