/// A JSON value (RFC 8259).
///
/// Objects have no order, as in JSON. They are written with sorted names, so that equal values give equal bytes. A JSON
/// value belongs to no thread.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer that an `Int64` holds, written without fraction and exponent.
    case int(Int64)
    /// An integer above `Int64.max` that a `UInt64` holds. Smaller ones are always ``int(_:)``.
    case uint(UInt64)
    /// Any other number. JSON has no infinite number and no NaN: they are written as `null`.
    case double(Double)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([JSONValue])
    /// Values by their names. Names are compared like Swift's strings, by canonical equivalence.
    case object([String: JSONValue])

    /// Makes an integer; nil if 64 bits cannot hold it.
    package init?(exactly integer: some BinaryInteger) {
        if let value = Int64(exactly: integer) {
            self = .int(value)
        } else if let value = UInt64(exactly: integer) {
            self = .uint(value)
        } else {
            return nil
        }
    }
}

// MARK: - Documents

extension JSONValue {
    /// Reads one JSON document; only white space may follow it.
    ///
    /// Half of a surrogate pair is an error, because no Swift string can hold it.
    ///
    /// - Throws: ``JSONError`` with the place of the first wrong byte. Nothing is allocated beyond the limits.
    public init(
        decoding bytes: [UInt8], limits: JSONLimits = JSONLimits(), rules: JSONRules = .standard
    ) throws(JSONError) {
        var reader = JSONReader(bytes, limits: limits, rules: rules)
        self = try reader.document()
    }

    /// The document as UTF-8 on one line, without white space. It never contains a NUL byte.
    public var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension JSONValue: CustomStringConvertible {
    /// The document as a text on one line, without white space.
    public var description: String { String(decoding: encoded, as: UTF8.self) }
}

extension JSONValue: Encodable {
    /// Encodes the value with any encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

// MARK: - Access

extension JSONValue {
    /// The truth value; nil for anything else.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer; nil for anything else, and above `Int64.max`.
    public var int: Int64? {
        if case .int(let value) = self { value } else { nil }
    }

    /// The number, including integers, because many writers leave out a fraction of zero. Nil for anything else.
    public var double: Double? {
        switch self {
        case .double(let value): value
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        default: nil
        }
    }

    /// The text; nil for anything else.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for anything else.
    public var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The members of an object; nil for anything else.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Returns a member of an object; nil if there is none of that name, and for anything else.
    public subscript(name: String) -> JSONValue? { object?[name] }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral {
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Makes an integer.
    public init(integerLiteral value: Int64) { self = .int(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Makes a number with a fraction.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Makes a text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Makes an array of values in order.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object of values by their names; the last value of a name counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
