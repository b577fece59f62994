extension JSONReader {
    /// Reads a text from its opening quote to behind its closing one.
    mutating func string() throws(JSONError) -> String {
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

    /// Goes on at the first escape of a text that starts at `start`.
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

    /// Combining marks that may follow one another: as many as in the Stream-Safe Text Format (UAX #15 section 13).
    private static var mostCombiningMarks: Int { 30 }

    /// The bytes as a text.
    ///
    /// Texts are compared and hashed by what they mean, for which the marks on a letter are sorted, in a time that grows
    /// with the square of their number: 100,000 pairs of them in a name took 49 s. No language has so many on a letter.
    private func text(_ units: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
        guard let text = String(validating: units, as: UTF8.self) else {
            throw JSONError(reason: .invalidUTF8, offset: start)
        }
        var marks = 0
        for scalar in text.unicodeScalars where scalar.value >= 0x80 || marks > 0 {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            marks = isMark ? marks + 1 : 0
            guard marks <= Self.mostCombiningMarks else { throw JSONError(reason: .tooManyMarks, offset: start) }
        }
        return text
    }

    /// Reads one escape, with both halves of a surrogate pair, into the scratch.
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
            guard code != 0, let scalar = Unicode.Scalar(code) else {
                throw JSONError(reason: .invalidEscape, offset: start)
            }
            scratch += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        default:
            throw JSONError(reason: .invalidEscape, offset: start)
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw error(.incomplete) }
            let digit: UInt8
            switch bytes[position] {
            case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): digit = byte - UInt8(ascii: "0")
            case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
                digit = byte - UInt8(ascii: "a") + 10
            case let byte where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte):
                digit = byte - UInt8(ascii: "A") + 10
            default: throw error(.invalidEscape)
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}
