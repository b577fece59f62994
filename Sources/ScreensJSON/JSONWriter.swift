/// Writes JSON values as UTF-8 without white space.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    private static let hexadecimal = [UInt8]("0123456789abcdef".utf8)

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .int(let value): bytes += String(value).utf8
        case .uint(let value): bytes += String(value).utf8
        case .double(let value): write(value)
        case .string(let text): write(text)
        case .array(let values): write(values)
        case .object(let members): write(members)
        }
    }

    private mutating func write(_ values: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: [String: JSONValue]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(member.key)
            bytes.append(UInt8(ascii: ":"))
            write(member.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes the shortest text that is read as the same number, without a fraction of zero.
    private mutating func write(_ number: Double) {
        guard number.isFinite else {
            bytes += "null".utf8
            return
        }
        let text = number.description.utf8
        bytes += text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...]
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { units in
            var start = 0
            for index in units.indices {
                let unit = units[index]
                guard unit < 0x20 || unit == UInt8(ascii: "\"") || unit == UInt8(ascii: "\\") else { continue }
                bytes += units[start..<index]
                start = index + 1
                escape(unit)
            }
            bytes += units[start...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ unit: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch unit {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case ..<0x20:
            bytes += "u00".utf8
            bytes.append(Self.hexadecimal[Int(unit >> 4)])
            bytes.append(Self.hexadecimal[Int(unit & 15)])
        default: bytes.append(unit)
        }
    }
}
