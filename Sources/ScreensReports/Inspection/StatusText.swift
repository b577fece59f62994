import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The state of the daemon's screens as `screens status` prints it for people.
package enum StatusText {
    package static func text(for status: StatusDocument) -> String {
        let problems = problems(of: status)
        let unmet = Set(
            status.notices.filter { $0.kind == StatusNotice.Kind.mirrorNotMet.rawValue }.map(\.place))
        let screens = status.screens.map { text(for: $0, unmet: unmet, status.clock) }
        let wait = status.waitsForTime ? ["The clock is not set yet: schedules wait for it.\n"] : []
        return ReportSection.joined(
            wait + (screens.isEmpty ? ["No display is connected.\n"] : screens)
                + [absentDisplays(of: status), problems, notices(of: status)].filter { !$0.isEmpty })
    }

    /// - Parameter unmet: the screens that do not mirror another one as configured.
    private static func text(
        for status: ScreenStatusDocument, unmet: Set<String>, _ clock: ClockDocument?
    ) -> String {
        let screen = status.screen
        var section = ReportSection(screen.qualifiedName)
        section.add("Display", screen.identity.map(ScreenListText.name))
        section.add("Screen", state(of: status))
        section.add("Power", power(of: status))
        section.add("Display power", screen.displayPower?.message)
        for words in screen.displayPower?.learned ?? [] { section.add("Learned", words) }
        let isLent = screen.lessee != nil && screen.content?.program == nil
        section.add("Content", screen.content.map { content($0, isDark: screen.dark != nil, isLent: isLent) })
        for playing in screen.content?.playing ?? [] { section.add("Playlist", PlayingText.line(for: playing)) }
        section.add("In step", status.clockOffset.map { PlayingText.line(for: $0, by: clock) })
        for layer in screen.layers ?? [] { section.add("Layer", layer.text) }
        for one in screen.overlay ?? [] { section.add("Overlay", one.text) }
        section.add(
            "Notification",
            screen.notification.map { words in
                let problem = words.message.map { "; \($0.printableLine)" } ?? ""
                return "\(words.text.printableLine) (for \(words.seconds) s)\(problem)"
            })
        let hasProblem = [.failed, .fallback].contains(screen.content?.state)
        section.add(
            "Service", screen.content?.unit.map { hasProblem ? "\($0): `systemctl status` for it says why" : $0 })
        section.add("Mirrors", unmet.contains(screen.qualifiedName) ? nil : mirrorSource(of: status))
        section.add("Next", listing: status.next.map(SettingTimes.lines) ?? [])
        section.add("Trial", status.trialSeconds.map { "ends in \($0) s, unless it is confirmed" })
        for key in status.outdated {
            section.add(
                "Saved",
                "\(key) overrides the files, whose value has changed since it was saved; `screens reset "
                    + "\(screen.name) \(key)` removes it"
            )
        }
        for identity in status.absent {
            section.add(
                "Absent display",
                "\(identity) has saved settings; `screens set \(screen.name) --adopt '\(identity)'` carries them over")
        }
        return section.text + settings(status.settings)
    }

    private static func state(of status: ScreenStatusDocument) -> String {
        let (screen, settings) = (status.screen, status.settings)
        if let lessee = screen.lessee {
            return ScreenListText.lease(to: lessee) + (screen.dark.map { ", \($0.words)" } ?? "")
        }
        if let dark = screen.dark { return "\(dark.words): \(dark.message)" }
        if let program = screen.content?.drawnBy {
            return "drawn by \(program)" + (screen.currentMode.map { ", \($0.description)" } ?? "")
        }
        if screen.content?.state == .notOurs {
            let mode = screen.currentMode.map { " in \($0.description)" } ?? ""
            return "not used: it shows the console or another program's picture\(mode)"
        }
        guard let mode = screen.currentMode?.description else { return "lit" }
        // A mode that satisfies the required mode may have another rate.
        let required = settings.first { $0.key == "mode" }.flatMap { ModePolicy($0.value.replacing("\"", with: "")) }
        let notice = required?.substitution(by: mode).map { " (it \($0))" } ?? ""
        return "lit, \(mode)\(notice)"
    }

    /// Returns the state of a content, with the reason if it is not shown.
    ///
    /// - Parameter isDark: whether the screen shows nothing now.
    package static func content(_ content: ContentDocument, isDark: Bool = false, isLent: Bool = false) -> String {
        let message = content.message.map { ": \($0)" } ?? ""
        switch content.state {
        case .shown where isLent: return "ready: it is shown when the lease ends"
        case .shown where content.drawnBy != nil && content.program == nil:
            return "ready: it is shown when that program ends"
        case .shown where content.program != nil && !isDark:
            return "drawn by its program; the daemon does not see which picture"
        case .shown: return isDark ? "ready: it is shown when the screen is lit" : "shown"
        case .waiting: return content.message ?? "its pictures are being read"
        case .failed: return (content.showsFormer == true ? "the former picture is shown" : "not shown") + message
        case .fallback: return "the fallback is shown\(message)"
        case .notOurs: return "none: no setting requires one"
        }
    }

    private static func mirrorSource(of status: ScreenStatusDocument) -> String? {
        status.settings.first { $0.key == "mirror" }?.value.replacing("\"", with: "")
    }

    private static func power(of status: ScreenStatusDocument) -> String {
        let now =
            switch status.power {
            case .on: "on"
            case .off: "off"
            case .idle: "off, since the picture has not changed"
            }
        guard let seconds = status.powerChanges, let date = LocalDate(seconds: seconds) else { return now }
        return "\(now) until \(date.text("%a %H:%M"))"
    }

    private static func settings(_ settings: [SettingStatus]) -> String {
        guard !settings.isEmpty else { return "" }
        var table = TextTable([("SETTING", .left), ("VALUE", .left), ("FROM", .left)])
        for setting in settings { table.add([setting.key, setting.value, SettingTimes.origin(of: setting)]) }
        return "\n" + table.text
    }

    /// Returns the absent displays that no screen of the status names.
    private static func absentDisplays(of status: StatusDocument) -> String {
        let named = Set(status.screens.flatMap(\.absent))
        let lines = status.absentDisplays.filter { !named.contains($0.identity) }.map { display in
            "\(display.identity)\(display.name.map { " (\($0))" } ?? ""), last on \(display.connector)"
        }
        return lines.isEmpty
            ? "" : (["ABSENT DISPLAYS WITH SAVED SETTINGS"] + lines).map { "\($0.printableLine)\n" }.joined()
    }

    private static func problems(of status: StatusDocument) -> String {
        guard !status.problems.isEmpty else { return "" }
        let files = status.brokenFiles.map { file in
            "\(file.name): "
                + "\(file.substitute == "lastGood" ? "its last text without problems counts" : "it does not count")"
        }
        return (["PROBLEMS OF THE CONFIGURATION"] + status.problems + files).map { "\($0.printableLine)\n" }.joined()
    }

    private static func notices(of status: StatusDocument) -> String {
        let lines = status.notices.map { "\($0.isWarning ? "" : "note: ")\($0.text)" }
        return lines.isEmpty ? "" : (["NOTICES"] + lines).map { "\($0.printableLine)\n" }.joined()
    }
}
