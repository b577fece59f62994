/// A length of time as people write it: `500 ms`, `10 s`, `1.5 min`, `2 h`, or `10` for seconds.
package struct TimeLength: Sendable, Hashable, Comparable {
    /// The thousandths of a second, 0 or more.
    package let milliseconds: Int

    /// Makes a length from thousandths of a second.
    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    /// Parses a number of up to ten digits, with up to three after the point, and a unit: `ms`, `s`, `min`, `h` or `d`,
    /// and `m` for `min`; without one it is seconds.
    ///
    /// - Throws: ``ValueProblem`` for any other text.
    package init(_ text: String) throws(ValueProblem) {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text[number.endIndex...].drop { $0 == " " }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard let scale = unit.isEmpty ? 1000 : Self.units.first(where: { $0.name == unit })?.scale,
            (1...2).contains(parts.count), (1...10).contains(parts[0].utf8.count), let whole = Int(parts[0])
        else { throw Self.problem(text) }
        var thousandths = 0
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count),
                let digits = Int(parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count))
            else { throw Self.problem(text) }
            thousandths = digits
        }
        milliseconds = whole * scale + thousandths * scale / 1000
    }

    package static func < (left: TimeLength, right: TimeLength) -> Bool { left.milliseconds < right.milliseconds }

    private static let units = [
        (name: "d", scale: 86_400_000), (name: "h", scale: 3_600_000), (name: "min", scale: 60_000),
        (name: "s", scale: 1000), (name: "ms", scale: 1),
        // This is the last one, because `min` is the printed form.
        (name: "m", scale: 60_000),
    ]

    private static func problem(_ text: String) -> ValueProblem {
        ValueProblem("must be a number and one of the units ms, s, min, h and d, as in '10 min'", not: text)
    }
}

extension TimeLength: CustomStringConvertible {
    /// The form that ``init(_:)`` reads, in the largest unit that needs no point.
    package var description: String {
        guard milliseconds > 0, let unit = Self.units.first(where: { milliseconds % $0.scale == 0 }) else {
            return "0 s"
        }
        return "\(milliseconds / unit.scale) \(unit.name)"
    }
}
