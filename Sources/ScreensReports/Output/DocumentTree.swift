import ScreensConfiguration
import ScreensJSON

// Documents as trees of values, as `--json` prints them.

/// Building. A missing value is null and never left out, so the builders take optionals.
extension JSONValue {
    package static func flag(_ value: Bool?) -> JSONValue { value.map(JSONValue.bool) ?? .null }

    /// Returns a number exactly. A number beyond 64 bits is a programming error at the call.
    package static func number(
        _ value: (some BinaryInteger)?, file: StaticString = #fileID, line: UInt = #line
    ) -> JSONValue {
        guard let value else { return .null }
        guard let number = JSONValue(exactly: value) else {
            preconditionFailure("\(value) does not fit into 64 bits", file: file, line: line)
        }
        return number
    }

    /// - Parameter places: the number of decimals. Further decimals are noise of the computation, and are rounded away.
    package static func decimal(_ value: Double?, places: Int) -> JSONValue {
        value.map { .double($0.rounded(places: places)) } ?? .null
    }

    package static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

    package static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

    package static func numbers(_ values: [some BinaryInteger]) -> JSONValue { .array(values.map { number($0) }) }

    package static func list<Element>(_ values: [Element], _ document: (Element) -> JSONValue) -> JSONValue {
        .array(values.map(document))
    }

    package static func members<Value>(of value: Value?, _ members: (Value) -> [String: JSONValue]) -> JSONValue {
        value.map { .object(members($0)) } ?? .null
    }
}

/// Reading. The texts for people are rendered from the same tree. A value of another type counts as missing.
extension JSONValue {
    /// Returns the member at a path of keys; null if it does not exist.
    package func at(_ path: String...) -> JSONValue { path.reduce(self) { $0[$1] ?? .null } }

    package var elements: [JSONValue] { array ?? [] }

    package var isTrue: Bool { bool ?? false }

    /// The text, or an integer as text.
    package var text: String? {
        switch self {
        case .string(let text): text
        case .int(let number): String(number)
        case .uint(let number): String(number)
        default: nil
        }
    }

    package var texts: [String] { elements.compactMap(\.text) }

    package func text(places: Int) -> String? { double?.text(places: places) }

    /// Thousandths of a unit, as a number of the unit.
    package var thousandths: String? { int.map { Int($0).thousandths } }

    /// Returns the words for the members that are true.
    package func words(_ words: KeyValuePairs<String, String>) -> [String] {
        words.filter { at($0.key).isTrue }.map(\.value)
    }
}
