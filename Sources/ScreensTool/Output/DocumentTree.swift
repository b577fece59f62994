import JSON

// Documents as trees of data: `--json` prints them, and reports for people are rendered from them, so that both have the
// same facts.

/// Building. A missing value is null and never left out: the builders take optionals.
extension JSONValue {
    static func flag(_ value: Bool?) -> JSONValue { value.map(JSONValue.bool) ?? .null }

    /// Exact: a number beyond 64 bits is a fault of the program at the place of the call.
    static func number(
        _ value: (some BinaryInteger)?, file: StaticString = #fileID, line: UInt = #line
    ) -> JSONValue {
        guard let value else { return .null }
        guard let number = JSONValue(exactly: value) else {
            preconditionFailure("\(value) does not fit into 64 bits", file: file, line: line)
        }
        return number
    }

    /// - Parameter places: further decimals are noise of the computation, and are rounded away.
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

/// Reading. Null, and what is not there, is nil, false or empty.
extension JSONValue {
    /// An object, to read further members of; null where there is none.
    subscript(object name: String) -> JSONValue { self[name] ?? .null }

    subscript(list name: String) -> [JSONValue] { self[name]?.array ?? [] }

    subscript(text name: String) -> String? { self[name]?.string }

    subscript(texts name: String) -> [String] { self[list: name].compactMap(\.string) }

    subscript(number name: String) -> Int? { self[name]?.int.flatMap(Int.init(exactly:)) }

    subscript(numbers name: String) -> [Int] { self[list: name].compactMap { $0.int.flatMap(Int.init(exactly:)) } }

    subscript(flag name: String) -> Bool { self[name]?.bool ?? false }

    /// The number with at most so many decimals.
    subscript(decimal name: String, places places: Int) -> String? {
        self[name]?.double.map { $0.text(places: places) }
    }

    /// The digits of a whole number that every such document has.
    subscript(digits name: String) -> String {
        switch self[name] {
        case .int(let value): String(value)
        case .uint(let value): String(value)
        default: "?"
        }
    }

    /// The words for those members that are true.
    subscript(words words: KeyValuePairs<String, String>) -> [String] {
        words.compactMap { member, word in self[flag: member] ? word : nil }
    }

    /// Both members as `1920x1080`.
    subscript(digits width: String, by height: String) -> String { "\(self[digits: width])x\(self[digits: height])" }
}
