import JSON

/// For documents of so many parts that a type for each would hide what they look like. What is missing is null and never
/// left out: the builders take optionals, so that nothing else can happen.
extension JSONValue {
    static func flag(_ value: Bool?) -> JSONValue { value.map(JSONValue.bool) ?? .null }

    static func number(_ value: (some BinaryInteger)?) -> JSONValue { value.map { .int(Int64(clamping: $0)) } ?? .null }

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

    static func members<Value>(of value: Value?, _ members: (Value) -> [String: JSONValue]) -> JSONValue {
        value.map { .object(members($0)) } ?? .null
    }
}
