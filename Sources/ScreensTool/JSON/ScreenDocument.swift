import Screens

/// A screen as JSON has it: what `screens list --json` prints an array of.
struct ScreenDocument: Encodable {
    private let screen: Screen

    init(_ screen: Screen) {
        self.screen = screen
    }

    private enum Key: String, CodingKey {
        case name, card, driver, connector, status, role, identity, physicalSize
        case currentMode, preferredMode, largestMode, dark, stale
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(screen.name, forKey: .name)
        try container.encode(screen.card, forKey: .card)
        try container.encode(screen.driver, forKey: .driver)
        try container.encode(screen.connector, forKey: .connector)
        try container.encode(screen.status.rawValue, forKey: .status)
        try container.encode(screen.role.rawValue, forKey: .role)
        try container.encode(screen.identity.map(IdentityDocument.init), forKey: .identity)
        try container.encode(screen.physicalSize.map(SizeDocument.init), forKey: .physicalSize)
        try container.encode(screen.currentMode.map(document), forKey: .currentMode)
        try container.encode(screen.preferredMode.map(document), forKey: .preferredMode)
        try container.encode(screen.availableModes.last.map(document), forKey: .largestMode)
        try container.encode(screen.dark.map(DarkDocument.init), forKey: .dark)
        try container.encode(screen.isStale, forKey: .stale)
    }

    private func document(_ mode: ScreenMode) -> ModeDocument {
        ModeDocument(mode, current: screen.currentMode)
    }
}
