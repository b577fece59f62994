/// The times at which an item belongs to its playlist: all of them must hold.
package struct PlaylistTimes: Sendable, Hashable {
    /// The times of the week; nil for all.
    let during: PowerSchedule?
    /// The first day, from 00:00 on; nil without a beginning.
    let from: CalendarDay?
    /// The last day, until its end; nil without an end.
    let until: CalendarDay?

    package init(during: PowerSchedule? = nil, from: CalendarDay? = nil, until: CalendarDay? = nil) {
        self.during = during
        self.from = from
        self.until = until
    }

    /// Reads the keys of an item.
    init(_ table: SectionReader) {
        during = table.value("during") { (text) throws(ValueProblem) in try PowerSchedule(text) }
        from = table.date("from")
        until = table.date("until")
        if let from, let until, until < from { table.add("is before the first day, \(from)", at: "until") }
    }

    var written: [(key: String, value: SettingValue)] {
        let all = [("during", during?.description), ("from", from?.description), ("until", until?.description)]
        return all.compactMap { key, text in text.map { (key, .text($0)) } }
    }

    /// Whether the item always belongs to its playlist.
    package var isAlways: Bool { self == PlaylistTimes() }

    /// Returns whether the item belongs to its playlist at a moment.
    ///
    /// - Parameter moment: the seconds since 1970-01-01 00:00:00 UTC; nil while the time is unknown, at which only an
    ///   item for all times belongs to it.
    package func hold(at moment: Int64?, in zone: LocalTime) -> Bool {
        guard let moment else { return isAlways }
        let today = zone.latestDateTime(at: moment).day
        if let from, today < from.number { return false }
        if let until, today > until.number { return false }
        return during?.isOn(at: moment, in: zone) ?? true
    }

    /// Returns the next moment at which that may change, in seconds since 1970-01-01 00:00:00 UTC; nil if there is
    /// none.
    package func nextChange(after moment: Int64?, in zone: LocalTime) -> Int64? {
        guard let moment else { return nil }
        let days = [from?.number, until.map { $0.number + 1 }].compactMap { day in
            day.map { zone.moment(reaching: LocalDateTime(day: $0, minute: 0)) }
        }
        return (days + [during?.nextChange(after: moment, in: zone)].compactMap(\.self)).filter { $0 > moment }.min()
    }
}
