/// The value of an unquoted word.
enum TOMLWord {
    case value(DocumentNode.Value)
    /// A whole number beyond 64 bits.
    case tooLarge
    /// A word that is not a value of TOML.
    case unknown

    init(_ word: ArraySlice<UInt8>) {
        switch String(decoding: word, as: UTF8.self) {
        case "true": self = .value(.flag(true))
        case "false": self = .value(.flag(false))
        case "inf", "+inf": self = .value(.number(.infinity))
        case "-inf": self = .value(.number(-.infinity))
        case "nan", "+nan", "-nan": self = .value(.number(.nan))
        default:
            if let time = TOMLTime(word) {
                self = .value(.time(time))
            } else {
                self = Self.number(word)
            }
        }
    }

    private static func number(_ word: ArraySlice<UInt8>) -> TOMLWord {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.starts(with: prefix.utf8) {
            let digits = word.dropFirst(2)
            guard take(digits, radix: radix)?.isEmpty ?? false else { return .unknown }
            return integer(digits, radix: radix)
        }
        let unsigned = dropSign(word)
        guard var rest = take(unsigned, radix: 10) else { return .unknown }
        guard unsigned.first != UInt8(ascii: "0") || rest.startIndex == unsigned.startIndex + 1 else {
            return .unknown
        }
        if rest.isEmpty { return integer(word, radix: 10) }
        if rest.first == UInt8(ascii: ".") {
            guard let next = take(rest.dropFirst(), radix: 10) else { return .unknown }
            rest = next
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            guard let next = take(dropSign(rest.dropFirst()), radix: 10) else { return .unknown }
            rest = next
        }
        guard rest.isEmpty, let number = Double(plain(word)) else { return .unknown }
        return .value(.number(number))
    }

    private static func integer(_ word: ArraySlice<UInt8>, radix: Int) -> TOMLWord {
        Int(plain(word), radix: radix).map { .value(.integer($0)) } ?? .tooLarge
    }

    private static func plain(_ word: ArraySlice<UInt8>) -> String {
        String(decoding: word.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    }

    private static func dropSign(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "-") ? word.dropFirst() : word
    }

    /// Returns the rest after digits with single underscores between them; nil if there are none.
    private static func take(_ word: ArraySlice<UInt8>, radix: Int) -> ArraySlice<UInt8>? {
        var rest = word
        while true {
            let digits = rest.prefix { Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
            guard rest.first == UInt8(ascii: "_") else { return rest }
            rest = rest.dropFirst()
        }
    }
}

/// A date, a time of day, or both: a document may contain it, but no key accepts it.
package struct TOMLTime: Sendable, Hashable {
    /// The four kinds of TOML.
    package enum Kind: Sendable, Hashable { case offsetDateTime, localDateTime, localDate, localTime }

    /// The kind.
    package let kind: Kind
    /// The time as written, with a capital `T` between date and time and a capital `Z`.
    package let text: String

    /// Parses `1979-05-27T07:32:00.5+01:00`, or a part of it; nil for any other word.
    init?(_ word: ArraySlice<UInt8>) {
        var rest = word
        let hasDate = word.dropFirst(4).first == UInt8(ascii: "-")
        if hasDate { guard Self.takeDate(&rest) else { return nil } }
        if hasDate, rest.isEmpty {
            kind = .localDate
        } else {
            guard !hasDate || Self.take("Tt ", &rest), Self.takeTime(&rest) else { return nil }
            if rest.isEmpty {
                kind = hasDate ? .localDateTime : .localTime
            } else {
                guard hasDate, Self.takeOffset(&rest), rest.isEmpty else { return nil }
                kind = .offsetDateTime
            }
        }
        text = String(decoding: word, as: UTF8.self).uppercased().split(separator: " ").joined(separator: "T")
    }

    private static func take(_ characters: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func takeNumber(
        digits: Int, _ limits: ClosedRange<Int>, _ rest: inout ArraySlice<UInt8>
    ) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(digits)
        let number = text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return limits.contains(number) ? number : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func takeDate(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let year = takeNumber(digits: 4, 0...9999, &rest), take("-", &rest),
            let month = takeNumber(digits: 2, 1...12, &rest), take("-", &rest)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return takeNumber(digits: 2, 1...days[month - 1], &rest) != nil
    }

    private static func takeTime(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard takeHourAndMinute(&rest), take(":", &rest), takeNumber(digits: 2, 0...59, &rest) != nil else {
            return false
        }
        guard take(".", &rest) else { return true }
        let fraction = rest.prefix(while: isDigit)
        rest = rest.dropFirst(fraction.count)
        return !fraction.isEmpty
    }

    private static func takeHourAndMinute(_ rest: inout ArraySlice<UInt8>) -> Bool {
        takeNumber(digits: 2, 0...23, &rest) != nil && take(":", &rest)
            && takeNumber(digits: 2, 0...59, &rest) != nil
    }

    private static func takeOffset(_ rest: inout ArraySlice<UInt8>) -> Bool {
        take("Zz", &rest) || take("+-", &rest) && takeHourAndMinute(&rest)
    }
}
