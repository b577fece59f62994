extension JSONReader {
    /// More digits than decide how a `Double` is rounded; what has more is nobody's measurement.
    private static var longestNumber: Int { 1024 }

    /// Reads a number: an integer where it is written as one and fits, else the nearest `Double`.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        position += isNegative ? 1 : 0
        let integer = try integerPart(isNegative: isNegative)
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
        if isInteger, let integer { return .int(integer) }
        guard position - start <= Self.longestNumber,
            let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite
        else { throw JSONError(reason: .numberOutOfRange, offset: start) }
        return .double(value)
    }

    /// The digits before a fraction, without a leading zero; nil where they do not fit.
    private mutating func integerPart(isNegative: Bool) throws(JSONError) -> Int64? {
        guard let first = digit() else { throw unexpected() }
        position += 1
        // Summed below zero, where there is one more than above.
        var sum: Int64? = -first
        guard first != 0 else { return 0 }
        while let next = digit() {
            position += 1
            sum = sum.flatMap { sum in
                let (product, isTooLong) = sum.multipliedReportingOverflow(by: 10)
                let (difference, isTooLow) = product.subtractingReportingOverflow(next)
                return isTooLong || isTooLow ? nil : difference
            }
        }
        guard let sum else { return nil }
        return isNegative ? sum : sum == .min ? nil : -sum
    }

    private mutating func digits() throws(JSONError) {
        guard digit() != nil else { throw unexpected() }
        while digit() != nil { position += 1 }
    }

    private func digit() -> Int64? {
        guard position < bytes.count else { return nil }
        let value = bytes[position] &- UInt8(ascii: "0")
        return value < 10 ? Int64(value) : nil
    }
}
