import Screens
import ScreensJSON

/// Reads values within bounds from the parameters of a call.
struct ParameterReader {
    typealias Problem = WordsOrder.Problem

    let json: JSONValue

    init(_ json: JSONValue) {
        self.json = json
    }

    /// Reads a parameter that may be missing or null.
    func optional<Value>(
        _ name: String, _ read: (JSONValue) throws(Problem) -> Value
    ) throws(Problem) -> Value? {
        guard let value = json[name], value != .null else { return nil }
        return try read(value)
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int {
        guard let value = json[name]?.int.flatMap({ Int(exactly: $0) }), range.contains(value) else {
            throw Problem(parameter: name)
        }
        return value
    }

    func number(_ name: String, _ value: JSONValue, in range: ClosedRange<Double>) throws(Problem) -> Double {
        guard let number = value.double, range.contains(number) else { throw Problem(parameter: name) }
        return number
    }

    func word<Word: RawRepresentable<String>>(_ name: String) throws(Problem) -> Word {
        try word(name, json[name] ?? .null)
    }

    func word<Word: RawRepresentable<String>>(_ name: String, _ value: JSONValue) throws(Problem) -> Word {
        guard let word = value.string.flatMap({ Word(rawValue: $0) }) else { throw Problem(parameter: name) }
        return word
    }

    /// Reads `#rrggbb` or `#rrggbbaa`.
    func color(_ name: String, _ value: JSONValue) throws(Problem) -> Color {
        guard let color = value.string.flatMap({ Color(hex: $0) }) else { throw Problem(parameter: name) }
        return color
    }

    /// Reads a rectangle inside of a picture.
    func rectangle(_ name: String, in size: Size) throws(Problem) -> Rectangle {
        guard let value = json[name] else { throw Problem(parameter: name) }
        let own = ParameterReader(value)
        do throws(Problem) {
            let (x, y) = (try own.integer("x", in: 0...size.width), try own.integer("y", in: 0...size.height))
            return Rectangle(
                x: x, y: y, width: try own.integer("width", in: 0...size.width - x),
                height: try own.integer("height", in: 0...size.height - y))
        } catch {
            throw Problem(parameter: name)
        }
    }
}
