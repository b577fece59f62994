extension PowerSchedule {
    /// From days and times as in `Mo-Fr 07:00-12:00,13:00-19:00; Sa 22:00-06:00`.
    ///
    /// Days are names, ranges, or lists with commas, or `daily`, which is meant where there are none. Between days with
    /// their times there are semicolons or commas. A time that ends before it begins ends on the next day.
    ///
    /// - Throws: ``ValueProblem`` that says which part is wrong.
    package init(_ text: String) throws(ValueProblem) {
        guard text.utf8.count <= Self.longest else { throw ValueProblem("is longer than \(Self.longest) bytes") }
        var spans: [Span] = []
        for group in text.split(separator: ";", omittingEmptySubsequences: false) {
            spans += try Self.spans(of: group)
            guard spans.count <= Self.most else { throw ValueProblem("has more than \(Self.most) times") }
        }
        guard !spans.isEmpty else { throw ValueProblem("has no times such as 07:00-19:00") }
        self.init(spans: spans)
    }

    private static let longest = 1024
    private static let most = 64

    private static func spans(of group: Substring) throws(ValueProblem) -> [Span] {
        var spans: [Span] = []
        var days: Weekdays = []
        var hadTime = false
        for item in items(of: group) {
            if item.contains(":") {
                let (start, end) = try times(item)
                spans.append(Span(days: days.isEmpty ? .all : days, start: start, end: end))
                hadTime = true
            } else {
                // Days after a time begin something new: "Mo 08:00-12:00, Tu 09:00-12:00".
                if hadTime { days = [] }
                hadTime = false
                days.formUnion(try Self.days(item))
            }
        }
        guard days.isEmpty || hadTime else { throw ValueProblem("has days without a time, as in 'Mo-Fr 07:00-19:00'") }
        return spans
    }

    /// What stands between commas and spaces, without spaces around hyphens.
    private static func items(of group: Substring) -> [Substring] {
        var tight = ""
        for character in group {
            switch character {
            case "-", "–":
                while tight.last == " " { tight.removeLast() }
                tight.append("-")
            case " ", "\t": if tight.last != "-" { tight.append(" ") }
            default: tight.append(character)
            }
        }
        return tight.split { $0 == " " || $0 == "," }
    }

    private static func days(_ item: Substring) throws(ValueProblem) -> Weekdays {
        if item.lowercased() == "daily" { return .all }
        let ends = item.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = ends.compactMap(Weekdays.number)
        guard numbers.count == ends.count, (1...2).contains(numbers.count) else {
            throw ValueProblem(
                "has '\(item.prefix(32))', which is neither a day (\(Weekdays.names.joined(separator: ", ")) or daily) "
                    + "nor a time such as 07:00-19:00")
        }
        return numbers.count == 1 ? Weekdays(day: numbers[0]) : .from(numbers[0], through: numbers[1])
    }

    private static func times(_ item: Substring) throws(ValueProblem) -> (start: Int, end: Int) {
        let ends = item.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let start = minute(ends[0]), let end = minute(ends[1]), start < 1440 else {
            throw ValueProblem("has '\(item.prefix(32))', which is no time such as 07:00-19:00, up to 24:00")
        }
        guard start != end else {
            throw ValueProblem("has '\(item.prefix(32))', which ends as it begins; all day is 00:00-24:00")
        }
        // Midnight at the end is this day's.
        return (start, end < start ? (end == 0 ? 1440 : end + 1440) : end)
    }

    /// `7:05` or `07:05`, to `24:00`.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
        else { return nil }
        return hour * 60 + minute
    }
}
