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

extension JSONValue {
    /// The truth value, where it is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, where it is one.
    public var int: Int64? {
        if case .int(let value) = self { value } else { nil }
    }

    /// The number, where it is one; an integer too, which many writers make of a number without fraction.
    public var double: Double? {
        switch self {
        case .double(let value): value
        case .int(let value): Double(value)
        default: nil
        }
    }

    /// The text, where it is one.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, where it is an array.
    public var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The members, where it is an object.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// A member of an object; nil where it has none of that name, or is no object.
    public subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) { self = .int(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Values in their order.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Values by their names; the last one of a name counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension JSONValue: Encodable {
    /// Writes the value by any encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue: Decodable {
    /// Reads a value by any decoder; bytes are read faster, and under limits, by ``init(decoding:limits:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}
