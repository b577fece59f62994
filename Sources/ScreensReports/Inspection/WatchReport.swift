import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// Events as `screens watch` prints them for people.
package enum WatchReport {
    /// Returns one line, or one line for each screen of a snapshot.
    package static func text(_ event: EventDocument, at time: String) -> String {
        let name = event.screen?.qualifiedName ?? ""
        switch event.kind {
        case .snapshot:
            let screens = event.screens ?? []
            let title = screens.isEmpty ? "no screens" : screens.count == 1 ? "1 screen" : nil
            return line(time, "snapshot", title ?? "\(screens.count) screens")
                + screens.map { line(time, "present", $0.qualifiedName, details(of: $0)) }.joined()
                + (event.daemon.map(faults) ?? []).map { line(time, "status", $0) }.joined()
        case .changed:
            let changes = (event.changes ?? []).compactMap { words(for: $0, of: event) }
            return changes.isEmpty ? "" : line(time, "changed", name, changes.joined(separator: ", "))
        case .status:
            let faults = event.daemon.map(faults) ?? []
            return faults.isEmpty
                ? line(time, "status", "no problems") : faults.map { line(time, "status", $0) }.joined()
        case .played:
            guard let played = event.played else { return "" }
            return line(time, event.event, played.screen, PlayedText.line(for: played))
        case .disconnected:
            return line(time, "disconnected", name)
        default:
            return line(time, event.event, name, event.message ?? event.screen.map(details) ?? "")
        }
    }

    private static func details(of screen: ScreenDocument) -> String {
        let mode = screen.currentMode ?? screen.preferredMode ?? screen.largestMode
        let words = [mode?.description, screen.dark.map(words)].compactMap(\.self)
        return (words + content(of: screen)).joined(separator: ", ")
    }

    /// Returns the state of the screen's content, or the program that has the screen.
    private static func content(of screen: ScreenDocument) -> [String] {
        if let lessee = screen.lessee { return [ScreenListText.lease(to: lessee)] }
        guard screen.dark == nil, let content = screen.content else { return [] }
        return content.drawnBy.map { ["drawn by \($0)"] } ?? ScreenListText.word(for: content)
    }

    /// Returns a sentence for each fault.
    private static func faults(of daemon: DaemonStatusDocument) -> [String] {
        let wait = daemon.waitsForTime ? ["the clock is not set yet: schedules wait for it"] : []
        let absent = daemon.absentDisplays.map { "the absent display \($0.identity) has saved settings" }
        return wait + daemon.problems + daemon.notices.map(\.text) + absent
    }

    /// Returns a key that differs, with its value if that is short.
    ///
    /// - Returns: nil for keys that concern only programs.
    private static func words(for key: String, of event: EventDocument) -> String? {
        let (screen, status) = (event.screen, event.status)
        return switch key {
        case "currentMode": screen?.currentMode.map { "mode \($0)" } ?? "no mode"
        case "dark": screen?.dark.map(words) ?? "shows a picture"
        case "status": screen?.status ?? "connection"
        case "identity":
            screen?.identity.map { "the display is \(ScreenListText.name(of: $0))" } ?? "the display is not known"
        case "preferredMode": screen?.preferredMode.map { "prefers \($0)" } ?? "prefers no mode"
        case "largestMode": screen?.largestMode.map { "largest mode \($0)" } ?? "no modes"
        case "edid": "other EDID"
        case "modes": "other modes"
        case "physicalSize": "other physical size"
        case "mirrorSource": "mirrors another screen, or no longer"
        case "wallPart": "other part of a video wall"
        case "layout": "other layout"
        case "properties": "other properties"
        case "content":
            screen?.content.map { content in
                let item = content.playing?.last?.shown.map { "shows \($0.item)" }
                return content.drawnBy.map { "drawn by \($0)" } ?? (content.state == .shown ? item : nil)
                    ?? "content: \(StatusText.content(content))"
            } ?? "no content"
        case "settings": "other settings"
        case "power": status.map { "power \($0.power.rawValue)" }
        case "trialSeconds": status?.trialSeconds.map { "a trial of \($0) s" } ?? "no trial"
        case "outdated":
            status.map { list($0.outdated, "saved settings hide newer values of the files") }
        case "absent":
            status.map { list($0.absent, "absent displays have saved settings") }
        case "stale", "powerChanges", "next": nil
        // Keys of a newer daemon.
        default: key
        }
    }

    private static func list(_ items: [String], _ title: String) -> String {
        "\(title): \(items.isEmpty ? "none" : items.joined(separator: ", "))"
    }

    private static func words(for dark: DarkDocument) -> String {
        switch DarkReason(rawValue: dark.reason) {
        case .off, .unused, .disconnected, .noModes: dark.words
        default: "dark: \(dark.words)"
        }
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
