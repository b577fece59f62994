import ScreensJSON
import Testing

@testable import ScreensReports

struct DocumentTreeTests {
    @Test func wholeNumbersAreExact() throws {
        let document: JSONValue = [
            "largest": .number(UInt64.max), "lowest": .number(Int64.min), "small": .number(UInt8(7)),
            "none": .number(Int?.none), "several": .numbers([UInt64.max, 1]),
        ]
        #expect(
            document.description
                == "{\"largest\":18446744073709551615,\"lowest\":-9223372036854775808,\"none\":null,"
                + "\"several\":[18446744073709551615,1],\"small\":7}")
    }
}
