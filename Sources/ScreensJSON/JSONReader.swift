/// A reader of one JSON document, by recursive descent with a limit of depth.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    /// The text with escapes that is being assembled.
    private var scratch: [UInt8] = []
    private let limits: JSONLimits
    private let rules: JSONRules
    private var values = 0

    init(_ bytes: [UInt8], limits: JSONLimits, rules: JSONRules) {
        self.bytes = bytes
        self.limits = limits
        self.rules = rules
    }

    mutating func document() throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONError(reason: .tooLong, offset: limits.bytes) }
        let value = try value(depth: 0)
        skipWhitespace()
        guard position == bytes.count else { throw error(.trailingBytes) }
        return value
    }

    private func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(reason: reason, offset: position)
    }

    /// Returns the error if an expected byte is missing: another byte is present, or the document ends.
    private func unexpected() -> JSONError {
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

    /// Skips white space and then the byte, if it is the next one.
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
            let former = members.updateValue(try value(depth: depth), forKey: name)
            guard former == nil || rules == .standard else {
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

// MARK: - Numbers

extension JSONReader {
    /// The longest number in bytes: a thousand digits decide how a `Double` is rounded, and no measurement has more.
    private static let longestNumber = 1024

    /// Reads a number: an integer if it is written as one and 64 bits hold it, else the nearest `Double`.
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        position += isNegative ? 1 : 0
        let magnitude = try integerPart()
        var isInteger = true
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try digits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try digits()
        }
        if isInteger, let integer = magnitude.flatMap({ Self.integer($0, isNegative: isNegative) }) { return integer }
        guard position - start <= Self.longestNumber,
            let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite
        else { throw JSONError(reason: .numberOutOfRange, offset: start) }
        return .double(value)
    }

    /// Returns an integer; nil if it is below `Int64.min`.
    private static func integer(_ magnitude: UInt64, isNegative: Bool) -> JSONValue? {
        guard isNegative else { return JSONValue(exactly: magnitude) }
        return magnitude <= Int64.min.magnitude ? .int(Int64(truncatingIfNeeded: 0 &- magnitude)) : nil
    }

    /// Reads the digits before a fraction, without a leading zero.
    ///
    /// - Returns: nil if a `UInt64` cannot hold them.
    private mutating func integerPart() throws(JSONError) -> UInt64? {
        guard let first = digit() else { throw unexpected() }
        position += 1
        guard first != 0 else { return 0 }
        var sum: UInt64? = first
        while let next = digit() {
            position += 1
            sum = sum.flatMap { sum in
                let (product, isTooLong) = sum.multipliedReportingOverflow(by: 10)
                let (longer, isTooLarge) = product.addingReportingOverflow(next)
                return isTooLong || isTooLarge ? nil : longer
            }
        }
        return sum
    }

    private mutating func digits() throws(JSONError) {
        guard digit() != nil else { throw unexpected() }
        while digit() != nil { position += 1 }
    }

    private func digit() -> UInt64? {
        guard position < bytes.count else { return nil }
        let value = bytes[position] &- UInt8(ascii: "0")
        return value < 10 ? UInt64(value) : nil
    }
}

// MARK: - Strings

extension JSONReader {
    /// Reads a text from its opening quote to its closing quote.
    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let text = try text(bytes[start..<position], from: start)
                position += 1
                return text
            case UInt8(ascii: "\\"):
                return try escapedString(from: start)
            case ..<0x20:
                throw error(.controlCharacter)
            default:
                position += 1
            }
        }
        throw error(.incomplete)
    }

    /// Continues from the first escape of a text that starts at `start`.
    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        scratch.removeAll(keepingCapacity: true)
        scratch += bytes[start..<position]
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let text = try text(scratch[...], from: start)
                position += 1
                return text
            case UInt8(ascii: "\\"):
                try escape()
            case ..<0x20:
                throw error(.controlCharacter)
            default:
                scratch.append(byte)
                position += 1
            }
        }
        throw error(.incomplete)
    }

    /// Returns the bytes as a text.
    private func text(_ units: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
        guard let text = String(validating: units, as: UTF8.self) else {
            throw JSONError(reason: .invalidUTF8, offset: start)
        }
        guard StreamSafeText.isSafe(text) else { throw JSONError(reason: .tooManyMarks, offset: start) }
        return text
    }

    /// Reads one escape, with both halves of a surrogate pair, into ``scratch``.
    private mutating func escape() throws(JSONError) {
        let start = position
        position += 1
        guard position < bytes.count else { throw error(.incomplete) }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code) {
                guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u")
                else { throw JSONError(reason: .invalidEscape, offset: start) }
                position += 2
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw JSONError(reason: .invalidEscape, offset: start) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard code != 0 || rules == .standard, let scalar = Unicode.Scalar(code) else {
                throw JSONError(reason: .invalidEscape, offset: start)
            }
            scratch += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        default:
            throw JSONError(reason: .invalidEscape, offset: start)
        }
    }

    /// Reads the four digits of an escape.
    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw error(.incomplete) }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: throw error(.invalidEscape)
            }
            position += 1
        }
        return code
    }
}
