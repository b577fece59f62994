/// A value as JSON has it.
///
/// Objects keep no order, as JSON says; they are written with their names sorted, so that equal values are equal bytes.
/// A value; it has no thread of its own.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that 64 bits hold exactly.
    case int(Int64)
    /// Any other number; one that is not finite is written as `null`, as JSON has none.
    case double(Double)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([JSONValue])
    /// Values by their names.
    case object([String: JSONValue])
}

extension JSONValue {
    /// Reads one JSON document, and nothing behind it but white space (RFC 8259).
    ///
    /// Stricter than the standard where a lenient reader and another lenient reader would understand different things: a
    /// name twice in an object, half of a surrogate pair and an escaped NUL, which C programs cannot hold, are errors.
    /// - Throws: ``JSONError`` with the place of the first byte that is wrong. Nothing is allocated for what is over a limit.
    public init(decoding bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        var reader = JSONReader(bytes, limits: limits)
        self = try reader.document()
    }

    /// The document as UTF-8 on one line, without white space. Never contains a NUL byte.
    public var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension JSONValue: CustomStringConvertible {
    /// The document as a text.
    public var description: String { String(decoding: encoded, as: UTF8.self) }
}
