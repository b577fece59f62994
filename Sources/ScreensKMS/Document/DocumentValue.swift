import ScreensJSON

/// A value of a document, and its place. Every access is checked.
struct DocumentValue {
    private let value: JSONValue
    private let path: String

    init(_ value: JSONValue) {
        self.init(value, path: "")
    }

    private init(_ value: JSONValue, path: String) {
        self.value = value
        self.path = path
    }

    func error(_ problem: String) -> CardDocumentError { CardDocumentError(path: path, problem: problem) }

    // MARK: Parts

    /// Returns a member; nil if it is missing or null.
    subscript(name: String) -> DocumentValue? {
        get throws(CardDocumentError) {
            guard let object = value.object else { throw error("not an object") }
            return object[name].flatMap { $0 == .null ? nil : DocumentValue($0, path: path(of: name)) }
        }
    }

    /// Returns the members that are not null.
    func members(most: Int) throws(CardDocumentError) -> [String: DocumentValue] {
        guard let object = value.object else { throw error("not an object") }
        guard object.count <= most else { throw error("more than \(most) members") }
        var members: [String: DocumentValue] = [:]
        for (name, value) in object where value != .null { members[name] = DocumentValue(value, path: path(of: name)) }
        return members
    }

    /// Returns the elements; null elements are nil.
    func elements(most: Int) throws(CardDocumentError) -> [DocumentValue?] {
        guard let array = value.array else { throw error("not an array") }
        guard array.count <= most else { throw error("more than \(most) elements") }
        return array.enumerated().map { $1 == .null ? nil : DocumentValue($1, path: "\(path)[\($0)]") }
    }

    private func path(of name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "_/0123456789".unicodeScalars.contains($0))
        }
        guard !isPlain else { return path.isEmpty ? name : "\(path).\(name)" }
        let shown = name.unicodeScalars.prefix(32).map {
            $0.isASCII && $0.value >= 0x20 && $0.value < 0x7F ? Character($0) : "?"
        }
        return "\(path)[\"\(String(shown))\"]"
    }

    // MARK: Contents

    func text(longest: Int) throws(CardDocumentError) -> String {
        guard let text = value.string else { throw error("not a text") }
        guard text.utf8.count <= longest, !text.utf8.contains(0) else {
            throw error("a text of more than \(longest) bytes")
        }
        return text
    }

    func flag() throws(CardDocumentError) -> Bool {
        guard let flag = value.bool else { throw error("neither true nor false") }
        return flag
    }

    func integer<Integer: FixedWidthInteger>(
        in range: ClosedRange<Integer> = .min ... .max
    ) throws(CardDocumentError) -> Integer {
        let integer: Integer? =
            switch value {
            case .int(let value): Integer(exactly: value)
            case .uint(let value): Integer(exactly: value)
            default: nil
            }
        guard let integer, range.contains(integer) else {
            throw error("not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// Returns 64 bits, which may be written as a signed or an unsigned number.
    func bits() throws(CardDocumentError) -> UInt64 {
        switch value {
        case .int(let value): UInt64(bitPattern: value)
        case .uint(let value): value
        default: throw error("not a whole number of 64 bits")
        }
    }

    func number(in range: ClosedRange<Double>) throws(CardDocumentError) -> Double {
        guard let number = value.double, range.contains(number) else {
            throw error("not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns bytes from hexadecimal digits.
    func bytes(most: Int) throws(CardDocumentError) -> [UInt8] {
        guard let bytes = [UInt8](hexadecimal: try text(longest: most * 2)) else {
            throw error("not pairs of hexadecimal digits")
        }
        return bytes
    }
}
