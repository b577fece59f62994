import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The sums of the proof of play as commands print them.
package enum PlayedText {
    /// A table for people.
    package static func table(of sums: [PlayedSumDocument]) -> String {
        guard !sums.isEmpty else { return "No picture of a content was on a screen.\n" }
        var table = TextTable([
            ("SCREEN", .left), ("ITEM", .left), ("TIMES", .right), ("DURATION", .right), ("REFRESHES", .right),
        ])
        for sum in sums {
            table.add([sum.screen, sum.item, "\(sum.count)", duration(sum.milliseconds), "\(sum.refreshes)"])
        }
        return table.text
    }

    /// Comma-separated values (RFC 4180), with a line of names.
    package static func csv(of sums: [PlayedSumDocument]) -> String {
        let lines = sums.map { sum in
            [field(sum.screen), field(sum.item), "\(sum.count)", "\(sum.milliseconds)", "\(sum.refreshes)"]
        }
        let all = [["screen", "item", "count", "milliseconds", "refreshes"]] + lines
        return all.map { $0.joined(separator: ",") + "\r\n" }.joined()
    }

    /// A text as a field. A spreadsheet takes some first characters for the beginning of a formula.
    private static func field(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let text = (isFormula ? "'" : "") + text
        let isPlain = !text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }

    /// A picture that was on a screen, as in `menu (2), 0:00:10`.
    static func line(for played: PlayedDocument) -> String {
        let name = "\(played.item)\(played.number.map { " (\($0))" } ?? "")"
        // A false daemon may send any times.
        let (time, overflows) = played.to.subtractingReportingOverflow(played.from)
        return overflows ? name : "\(name), \(duration(time))"
    }

    private static func duration(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(hours):\(two(minutes)):\(two(seconds % 60))"
    }

    /// The beginning of a day such as 2026-11-01 on the clocks of this machine, in seconds since 1970.
    package static func seconds(ofDay text: String) -> Int64? {
        (try? CalendarDay(text))?.start(in: .ofProcess)
    }

    /// The end of such a day.
    package static func seconds(afterDay text: String) -> Int64? {
        (try? CalendarDay(text))?.end(in: .ofProcess)
    }
}
