import Screens

/// Events as documents.
///
/// It has to be given every event in its order: it knows the screens as they were told last, as what differs cannot all
/// be seen from an event. A value; it has no thread of its own.
package struct EventTranslation: Sendable {
    private var known: [ScreenID: Screen] = [:]

    package init() {}

    /// The document of the next event.
    package mutating func document(of event: ScreenEvent) -> EventDocument {
        defer { remember(event) }
        return EventDocument(event, changes: changes(in: event))
    }

    /// The keys that differ: those of the screen's document, and of what is too long for it `modes` (as `screens modes`
    /// lists them) and `edid` (as `screens info` shows it).
    private func changes(in event: ScreenEvent) -> [String] {
        var keys = Set(event.changes.map { $0 == .availableModes ? "modes" : $0.rawValue })
        if event.changes.contains(.availableModes), let screen = event.screen, let former = known[screen.id],
            former.availableModes.last != screen.availableModes.last
        {
            keys.insert("largestMode")
        }
        return keys.sorted()
    }

    private mutating func remember(_ event: ScreenEvent) {
        if event.kind == .snapshot {
            known = Dictionary(event.screens.map { ($0.id, $0) }) { first, _ in first }
        } else if let screen = event.screen {
            known[screen.id] = event.kind == .disconnected ? nil : screen
        }
    }
}
