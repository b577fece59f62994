/// A value as JSON has it.
///
/// For documents of so many parts that a type for each would hide what they look like. What is missing is null and never
/// left out: the builders take optionals, so that nothing else can happen.
enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case dictionary([String: JSONValue])
}

extension JSONValue {
    static func flag(_ value: Bool?) -> JSONValue { value.map(JSONValue.bool) ?? .null }

    static func number(_ value: (some BinaryInteger)?) -> JSONValue { value.map { .int(Int(clamping: $0)) } ?? .null }

    /// - Parameter places: what lies behind these decimals is noise of the computation, and is rounded away.
    static func decimal(_ value: Double?, places: Int) -> JSONValue {
        value.map { .double($0.rounded(places: places)) } ?? .null
    }

    static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

    static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

    static func numbers(_ values: [some BinaryInteger]) -> JSONValue { .array(values.map { number($0) }) }

    static func list<Element>(_ values: [Element], _ document: (Element) -> JSONValue) -> JSONValue {
        .array(values.map(document))
    }

    static func object<Value>(_ value: Value?, _ members: (Value) -> [String: JSONValue]) -> JSONValue {
        value.map { .dictionary(members($0)) } ?? .null
    }
}

extension JSONValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .dictionary(let members): try container.encode(members)
        }
    }
}
