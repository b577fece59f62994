import ScreensLinux
import ScreensManager

/// The origins of settings and the times of their changes, in words.
package enum SettingTimes {
    /// Returns the origin of a setting: `60-menu.toml:4, until Wed 23:00`.
    package static func origin(of setting: SettingStatus) -> String {
        let place = setting.place ?? word(for: setting.origin)
        return setting.until.map { "\(place), until \(text(of: $0))" } ?? place
    }

    /// Returns the next change, one line for each setting: `Wed 18:00: dim = 30 (70-evening.toml:1)`.
    package static func lines(of next: NextSettings) -> [String] {
        let time = text(of: next.time)
        return next.settings.map { "\(time): \($0.key) = \($0.value) (\(origin(of: $0)))" }
            + next.ended.map { "\(time): \($0) has its default" }
    }

    private static func word(for origin: SettingStatus.Origin) -> String {
        switch origin {
        case .file: "a file"
        case .saved: "saved"
        case .runTime: "set at run time"
        case .trial: "tried"
        }
    }

    /// Returns a time in seconds since 1970 as people write it, in the local time zone.
    package static func text(of moment: Int64) -> String {
        LocalDate(seconds: moment)?.text("%a %H:%M") ?? String(moment)
    }
}
