extension TimeZoneRules {
    /// From a compiled time zone file such as `/etc/localtime` (RFC 9636); nil where the bytes are anything else.
    package init?(file bytes: [UInt8]) {
        var reader = ZoneFileReader(bytes)
        guard var header = reader.header() else { return nil }
        var width = 4
        if header.version >= UInt8(ascii: "2") {
            // The first part is for readers of 32 bits, and may be empty.
            guard reader.skip(header.size(width: 4)), let second = reader.header() else { return nil }
            header = second
            width = 8
        }
        guard let body = reader.body(header, width: width) else { return nil }
        let rule = width == 8 ? reader.footer().flatMap { ZoneRule($0) } : nil
        guard let firstOffset = body.firstOffset ?? rule?.standard else { return nil }
        self.init(firstOffset: firstOffset, transitions: body.transitions, rule: rule)
    }

    /// From POSIX's form such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil where the text is anything else.
    package init?(rule text: String) {
        guard let rule = ZoneRule(text) else { return nil }
        self.init(firstOffset: rule.standard, rule: rule)
    }
}

/// Reads a compiled time zone file, whose bytes may be any.
private struct ZoneFileReader {
    struct Header {
        let version: UInt8
        let isUTCount, isStandardCount, leapCount, timeCount, typeCount, nameCount: Int

        func size(width: Int) -> Int {
            timeCount * (width + 1) + typeCount * 6 + nameCount + leapCount * (width + 4) + isStandardCount
                + isUTCount
        }
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func header() -> Header? {
        guard let head = take(20), head.starts(with: "TZif".utf8), let version = head.dropFirst(4).first else {
            return nil
        }
        var counts: [Int] = []
        for _ in 0..<6 {
            // Real files have some hundred.
            guard let count = number(4), (0...100_000).contains(count) else { return nil }
            counts.append(Int(count))
        }
        return Header(
            version: version, isUTCount: counts[0], isStandardCount: counts[1], leapCount: counts[2],
            timeCount: counts[3], typeCount: counts[4], nameCount: counts[5])
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    mutating func body(_ header: Header, width: Int) -> (
        firstOffset: Int64?, transitions: [TimeZoneRules.Transition]
    )? {
        guard rest.count >= header.size(width: width) else { return nil }
        let moments = (0..<header.timeCount).compactMap { _ in number(width) }
        guard let types = take(header.timeCount).map(Array.init) else { return nil }
        var offsets: [Int64] = []
        for _ in 0..<header.typeCount {
            guard let offset = number(4), take(2) != nil, abs(offset) <= TimeZoneRules.farthest else { return nil }
            offsets.append(offset)
        }
        guard zip(moments, moments.dropFirst()).allSatisfy({ $0 < $1 }), types.allSatisfy({ $0 < offsets.count }),
            skip(header.nameCount + header.leapCount * (width + 4) + header.isStandardCount + header.isUTCount)
        else { return nil }
        let transitions = zip(moments, types).map {
            TimeZoneRules.Transition(moment: $0, offset: offsets[Int($1)])
        }
        return (offsets.first, transitions)
    }

    /// The text between the two last line feeds.
    mutating func footer() -> String? {
        guard take(1)?.first == 10, let end = rest.firstIndex(of: 10) else { return nil }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number of two's complement, the highest byte first.
    private mutating func number(_ width: Int) -> Int64? {
        guard let bytes = take(width), let first = bytes.first else { return nil }
        let start: Int64 = first >= 0x80 ? -1 : 0
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }
}
