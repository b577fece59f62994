import ScreensLinux
import ScreensManager

/// The state of a playlist as commands print it for people.
package enum PlayingText {
    /// The shown item and the next one, as in `menu (2 of 5) since 12:00:05; sign (3) follows at 12:00:15`.
    package static func line(for playing: PlayingDocument) -> String {
        let shown = playing.shown.map { item in
            "\(item.item) (\(item.number) of \(playing.count))\(time(item.time).map { " since \($0)" } ?? "")"
        }
        let next = playing.next.map { item in
            "\(item.item) (\(item.number)) follows\(time(item.time).map { " at \($0)" } ?? "")"
        }
        let moved = time(playing.movedUntil).map { "moved by a command until \($0)" }
        return [shown ?? "no item so far", next, moved].compactMap(\.self).joined(separator: "; ")
    }

    private static func time(_ seconds: Int64?) -> String? {
        seconds.flatMap { LocalDate(seconds: $0)?.text("%H:%M:%S") }
    }
}
