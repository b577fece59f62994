extension ZoneRule {
    /// From POSIX's form with RFC 9636's extension (hours from -167 to 167); nil where the text is anything else.
    init?(_ text: some StringProtocol) {
        var rest = Array(text.utf8)[...]
        guard rest.count <= 256, Self.takeName(&rest), let west = Self.takeTime(&rest, hours: 24) else { return nil }
        standard = -west
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard Self.takeName(&rest) else { return nil }
        var offset = standard + 3600
        if rest.first != UInt8(ascii: ",") {
            guard let west = Self.takeTime(&rest, hours: 24) else { return nil }
            offset = -west
        }
        // Without dates it is up to the reader when summer is; no file is so, and nobody should rely on it.
        guard Self.take(",", &rest), let start = Self.takeChange(&rest), Self.take(",", &rest),
            let end = Self.takeChange(&rest), rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    private static func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// `CET`, or `<+0330>`.
    private static func takeName(_ rest: inout ArraySlice<UInt8>) -> Bool {
        if take("<", &rest) {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & 0xDF }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    private static func takeNumber(_ rest: inout ArraySlice<UInt8>, _ limits: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return limits.contains(number) ? number : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private static func takeTime(_ rest: inout ArraySlice<UInt8>, hours: Int) -> Int64? {
        let isNegative = take("-", &rest)
        if !isNegative { _ = take("+", &rest) }
        guard let hour = takeNumber(&rest, 0...hours) else { return nil }
        var seconds = hour * 3600
        for unit in [60, 1] where take(":", &rest) {
            guard let part = takeNumber(&rest, 0...59) else { return nil }
            seconds += part * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    private static func takeChange(_ rest: inout ArraySlice<UInt8>) -> Change? {
        let day: Change.Day
        if take("M", &rest) {
            guard let month = takeNumber(&rest, 1...12), take(".", &rest), let week = takeNumber(&rest, 1...5),
                take(".", &rest), let weekday = takeNumber(&rest, 0...6)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if take("J", &rest) {
            guard let number = takeNumber(&rest, 1...365) else { return nil }
            day = .withoutLeapDay(number)
        } else {
            guard let number = takeNumber(&rest, 0...365) else { return nil }
            day = .ofYear(number)
        }
        guard take("/", &rest) else { return Change(day: day, time: 7200) }
        return takeTime(&rest, hours: 167).map { Change(day: day, time: $0) }
    }
}
