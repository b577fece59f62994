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
