/// Reads one document, by recursive descent under a limit.
///
/// Our own for its time: Foundation's decoder takes up to a second for a megabyte of short values, as a value of any kind
/// has to try one kind after the other there, and does not tell of a name that is there twice.
struct JSONReader {
    let bytes: [UInt8]
    var position = 0
    /// The text that is being put together, where it has escapes.
    var scratch: [UInt8] = []
    private let limits: JSONLimits
    private var values = 0

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONError(reason: .tooLong, offset: limits.bytes) }
        let value = try value(depth: 0)
        skipWhitespace()
        guard position == bytes.count else { throw error(.trailingBytes) }
        return value
    }

    func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(reason: reason, offset: position)
    }

    /// What is wrong where a byte was expected that is not there: another one is, or the end.
    func unexpected() -> JSONError {
        error(position < bytes.count ? .unexpectedByte : .incomplete)
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Steps over the byte, where it is the next one behind white space.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipWhitespace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipWhitespace()
        guard position < bytes.count else { throw error(.incomplete) }
        values += 1
        guard values <= limits.values else { throw error(.tooManyValues) }
        switch bytes[position] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"):
            guard depth < limits.depth else { throw error(.tooDeep) }
            return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["):
            guard depth < limits.depth else { throw error(.tooDeep) }
            return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
        position += 1
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try value(depth: depth))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw unexpected() }
        return elements
    }

    private mutating func members(depth: Int) throws(JSONError) -> [String: JSONValue] {
        position += 1
        var members: [String: JSONValue] = [:]
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            skipWhitespace()
            let start = position
            guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { throw unexpected() }
            let name = try string()
            guard take(UInt8(ascii: ":")) else { throw unexpected() }
            guard members.updateValue(try value(depth: depth), forKey: name) == nil else {
                throw JSONError(reason: .duplicateName, offset: start)
            }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw unexpected() }
        return members
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for index in 0..<text.utf8CodeUnitCount {
            guard position < bytes.count, bytes[position] == text.utf8Start[index] else { throw unexpected() }
            position += 1
        }
        return value
    }
}
