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

    /// How far the pictures were from their times, as in `8.3 ms after the clock (the median of 120 pictures), 99 of
    /// 100 within 16.1 ms; the clock is right within 1.2 ms`.
    package static func line(for offset: ClockOffsetDocument, by clock: ClockDocument?) -> String {
        let side = offset.medianMicroseconds < 0 ? "before" : "after"
        let error = clock?.errorMicroseconds.map { "; the clock is right within \(milliseconds($0))" }
        return "\(milliseconds(abs(offset.medianMicroseconds))) \(side) the clock (the median of "
            + "\(offset.pictures) pictures), 99 of 100 within \(milliseconds(offset.percentile99Microseconds))"
            + (error ?? clock.map { $0.synchronized ? "" : "; no program keeps the clock" } ?? "")
    }

    private static func milliseconds(_ microseconds: Int) -> String {
        "\(microseconds / 1000).\(microseconds / 100 % 10) ms"
    }

    private static func time(_ seconds: Int64?) -> String? {
        seconds.flatMap { LocalDate(seconds: $0)?.text("%H:%M:%S") }
    }
}
