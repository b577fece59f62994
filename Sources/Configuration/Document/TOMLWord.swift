/// The meaning of a value that stands without quotes.
enum TOMLWord {
    case value(DocumentNode.Value)
    /// A whole number outside of 64 bits.
    case tooLarge
    /// Not a value of TOML.
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

    /// The rest after digits with single underscores between them; nil where there are none.
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
