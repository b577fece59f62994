import Screens
import ScreensJSON
import Testing

@testable import Typesetting

/// The parameters of a call are within bounds.
struct WordsOrderTests {
    private func problem(_ changes: [String: JSONValue]) -> String? {
        do throws(WordsOrder.Problem) {
            _ = try WordsOrder(.object(Sheet.parameters("Hello").merging(changes) { $1 }))
            return nil
        } catch {
            return error.parameter
        }
    }

    @Test func usualValuesAreTaken() {
        #expect(problem([:]) == nil)
        #expect(problem(["size": .null, "font": .null, "weight": .null, "outline": .null, "direction": .null]) == nil)
        #expect(problem(["size": 40.5, "font": "serif", "weight": 1]) == nil)
        #expect(problem(["outline": "#00000080", "direction": "rtl"]) == nil)
    }

    private static func rectangle(_ x: Int64, _ y: Int64, _ width: Int64, _ height: Int64) -> JSONValue {
        .object(["x": .int(x), "y": .int(y), "width": .int(width), "height": .int(height)])
    }

    private static let others: [String: [JSONValue]] = [
        "text": [.null, .int(3), .string(String(repeating: "x", count: 70_000))],
        "width": [.null, .int(0), .int(-1), .int(.max), .int(20_000), .double(3.5)],
        "height": [.int(0), .int(.min)],
        "place": [
            .null, rectangle(0, 0, 601, 1), rectangle(600, 0, 1, 1), rectangle(-1, 0, 1, 1), rectangle(0, 0, -1, 1),
            rectangle(.max, .max, .max, .max),
        ],
        "horizontal": [.null, .string("middle")],
        "vertical": [.null, .string("left")],
        "wrap": [.null, .int(1)],
        "direction": [.string("up")],
        "font": [.string(String(repeating: "x", count: 2000)), .string("a\0b"), .int(1)],
        "size": [.int(0), .double(.nan), .int(5000)],
        "weight": [.int(0), .int(1001)],
        "color": [.null, .string("red"), .string("#12345")],
        "outline": [.string("#"), .int(1)],
    ]

    @Test func otherValuesAreNamed() {
        for (parameter, values) in Self.others {
            for value in values { #expect(problem([parameter: value]) == parameter, "\(parameter): \(value)") }
        }
    }

    @Test func aPictureIsNotLargerThanAnyScreen() {
        let place: JSONValue = ["x": 0, "y": 0, "width": 1, "height": 1]
        #expect(problem(["width": 16_384, "height": 16_384, "place": place]) == "height")
        #expect(problem(["width": 7680, "height": 4320, "place": place]) == nil)
    }

    @Test func otherTypesAreRefused() {
        for json in [JSONValue.null, .array([]), .string("x")] {
            #expect(throws: WordsOrder.Problem.self) { try WordsOrder(json) }
        }
    }
}
