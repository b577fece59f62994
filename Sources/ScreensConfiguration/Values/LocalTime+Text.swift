extension LocalTime {
    /// Returns the moment of a day, a time or both, as in `2026-12-24 18:00`, in seconds since 1970-01-01 00:00:00 UTC.
    /// A time is the next one.
    package func moment(of text: String, after now: Int64) throws(ValueProblem) -> Int64 {
        guard let time = try? Countdown(text[...]) else {
            throw ValueProblem("must be a day, a time, or both, as in '2026-12-24 18:00'", not: text)
        }
        return time.end(after: now, in: self)
    }
}
