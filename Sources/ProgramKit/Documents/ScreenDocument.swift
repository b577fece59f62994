import Screens

/// A screen as JSON has it: what `screens list --json` prints an array of.
package struct ScreenDocument: Codable, Sendable, Hashable {
    package let name: String
    package let card: String
    package let driver: String
    package let connector: UInt32
    package let status: String
    package let role: String
    package let kind: String
    @Nullable package private(set) var identity: IdentityDocument?
    @Nullable package private(set) var physicalSize: SizeDocument?
    @Nullable package private(set) var currentMode: ModeDocument?
    @Nullable package private(set) var preferredMode: ModeDocument?
    @Nullable package private(set) var largestMode: ModeDocument?
    /// How its picture comes to the glass, while the program that tells of it drives the screen.
    @Nullable package private(set) var layout: LayoutDocument?
    @Nullable package private(set) var dark: DarkDocument?
    package let stale: Bool

    package init(_ screen: Screen) {
        func document(_ mode: ScreenMode) -> ModeDocument { ModeDocument(mode, current: screen.currentMode) }
        name = screen.name
        card = screen.card
        driver = screen.driver
        connector = screen.connector
        status = screen.status.rawValue
        role = screen.role.rawValue
        kind = screen.kind.rawValue
        identity = screen.identity.map(IdentityDocument.init)
        physicalSize = screen.physicalSize.map(SizeDocument.init)
        currentMode = screen.currentMode.map(document)
        preferredMode = screen.preferredMode.map(document)
        largestMode = screen.availableModes.last.map(document)
        layout = screen.layout.map(LayoutDocument.init)
        dark = screen.dark.map(DarkDocument.init)
        stale = screen.isStale
    }
}

extension ScreenDocument {
    /// `card1/HDMI-A-1`: no two screens of a machine have the same.
    package var qualifiedName: String { "\(card.split(separator: "/").last ?? "card")/\(name)" }

    /// Whether a display is there that pictures belong on.
    package var isConnected: Bool {
        kind == ScreenKind.display.rawValue
            && (status == ConnectionStatus.connected.rawValue
                || status == ConnectionStatus.unknown.rawValue && largestMode != nil)
    }
}
