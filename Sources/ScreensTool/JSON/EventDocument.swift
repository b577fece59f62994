import Screens

/// An event as JSON has it: a line of `screens watch --json`.
struct EventDocument: Encodable {
    private let event: ScreenEvent
    private let changes: [String]

    /// - Parameter changes: the names of the keys that differ, for a change.
    init(_ event: ScreenEvent, changes: [String]) {
        self.event = event
        self.changes = changes
    }

    private enum Key: String, CodingKey {
        case event, sequence, time, screens, screen, changes, message
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(event.kind.rawValue, forKey: .event)
        try container.encode(event.sequence, forKey: .sequence)
        try container.encode(event.time, forKey: .time)
        if event.kind == .snapshot {
            try container.encode(event.screens.map(ScreenDocument.init), forKey: .screens)
        }
        if let screen = event.screen { try container.encode(ScreenDocument(screen), forKey: .screen) }
        if event.kind == .changed { try container.encode(changes, forKey: .changes) }
        if let message = event.message { try container.encode(message, forKey: .message) }
    }
}
