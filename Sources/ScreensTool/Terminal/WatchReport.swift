import Screens

/// Events as `screens watch` prints them.
struct WatchReport {
    /// The screens as they were told last: what differs cannot all be seen from the event.
    private var known: [ScreenID: Screen] = [:]

    /// One JSON object and the end of the line.
    mutating func json(_ event: ScreenEvent) throws(Failure) -> String {
        let changes = changes(in: event)
        remember(event)
        return try JSONLine.encode(EventDocument(event, changes: changes))
    }

    /// One line, or one for each screen of a snapshot.
    mutating func text(_ event: ScreenEvent, at time: String) -> String {
        let changes = changes(in: event)
        remember(event)
        switch event.kind {
        case .snapshot:
            let title = event.screens.isEmpty ? "no screens" : event.screens.count == 1 ? "1 screen" : nil
            return line(time, "snapshot", title ?? "\(event.screens.count) screens")
                + event.screens.map { line(time, "present", name($0), details(of: $0)) }.joined()
        case .changed:
            return line(time, "changed", event.screen.map(name) ?? "", changes.joined(separator: ", "))
        case .disconnected:
            return line(time, "disconnected", event.screen.map(name) ?? "")
        default:
            return line(
                time, event.kind.rawValue, event.screen.map(name) ?? "",
                event.message ?? event.screen.map(details) ?? "")
        }
    }

    /// The keys that differ: those of the screen's document, and of what is too long for it `modes` (as `screens modes`
    /// lists them) and `edid` (as `screens info` shows it).
    func changes(in event: ScreenEvent) -> [String] {
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

    private func name(_ screen: Screen) -> String {
        screen.qualifiedName
    }

    private func details(of screen: Screen) -> String {
        let mode = screen.currentMode ?? screen.preferredMode ?? screen.availableModes.last
        let words = [mode?.description, screen.dark?.reason.rawValue].compactMap(\.self)
        return words.joined(separator: ", ")
    }

    private func line(_ time: String, _ words: String...) -> String {
        var line = time
        for (index, word) in words.enumerated() where !word.isEmpty {
            line += "  " + word.printable
            if index + 1 < words.count {
                line += String(repeating: " ", count: max(0, (index == 0 ? 12 : 16) - word.count))
            }
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }
}
