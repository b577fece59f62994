import ProgramKit
import Screens

/// Events as `screens watch` prints them for people.
enum WatchReport {
    /// One line, or one for each screen of a snapshot.
    static func text(_ event: EventDocument, at time: String) -> String {
        let name = event.screen?.qualifiedName ?? ""
        switch ScreenEvent.Kind(rawValue: event.event) {
        case .snapshot:
            let screens = event.screens ?? []
            let title = screens.isEmpty ? "no screens" : screens.count == 1 ? "1 screen" : nil
            return line(time, "snapshot", title ?? "\(screens.count) screens")
                + screens.map { line(time, "present", $0.qualifiedName, details(of: $0)) }.joined()
        case .changed:
            return line(time, "changed", name, (event.changes ?? []).joined(separator: ", "))
        case .disconnected:
            return line(time, "disconnected", name)
        default:
            return line(time, event.event, name, event.message ?? event.screen.map(details) ?? "")
        }
    }

    private static func details(of screen: ScreenDocument) -> String {
        let mode = screen.currentMode ?? screen.preferredMode ?? screen.largestMode
        let words = [mode?.description, screen.dark?.reason].compactMap(\.self)
        return words.joined(separator: ", ")
    }

    private static func line(_ time: String, _ words: String...) -> String {
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
