import ScreensJSON
import ScreensPower
import Testing

@testable import ScreensConfiguration

/// The knowledge about the power of displays is written to the disk and read again.
@Suite struct PowerFileTests {
    private static let ofALaterVersion = """
        {"version":1,"hall":2,"displays":{"GSM:5b09:LG:1":{"standby":{"seconds":4,"followed":1764540000,
        "failure":"ignored","failed":1764626400,"failures":2},"mute":true,"wokeAfter":11,"color":"red"}}}
        """

    private func knowledge(_ text: String) throws -> PowerFile.Knowledge? {
        PowerFile.Knowledge(try JSONValue(decoding: Array(text.utf8)))
    }

    @Test func theKnowledgeIsReadAsItWasAndMembersOfALaterVersionStay() throws {
        let read = try #require(try knowledge(Self.ofALaterVersion))
        let words = read["GSM:5b09:LG:1"].words { "\($0)" }
        #expect(words.count == 3)
        #expect(words[0].hasPrefix("standby worked within 4 s on 1764540000, and was ignored on 1764626400"))
        let written = read.json
        #expect(written["hall"] == 2 && written["displays"]?["GSM:5b09:LG:1"]?["color"] == "red")
        #expect(PowerFile.Knowledge(written) == read)
    }

    @Test(arguments: [
        "null", "{}", "[]", #"{"version":2,"displays":{}}"#, #"{"version":1}"#, #"{"version":1,"displays":[]}"#,
    ])
    func aFileOfAnotherVersionIsRefused(text: String) throws {
        #expect(try knowledge(text) == nil)
    }

    @Test(arguments: [
        "7", "{}", #"{"standby":{"seconds":-1,"failure":"won","failures":99}}"#, #"{"wokeAfter":1e9,"mute":"yes"}"#,
        #"{"wake":{"seconds":9223372036854775807}}"#,
    ])
    func membersOutOfRangeHaveNoEffect(display: String) throws {
        let read = try #require(try knowledge(#"{"version":1,"displays":{"a":\#(display)}}"#))
        #expect(read["a"].words { "\($0)" }.isEmpty)
    }

    @Test func theLeastLateOfTooManyDisplaysIsForgotten() throws {
        var knowledge = PowerFile.Knowledge()
        for number in 0..<1000 {
            knowledge["\(number)"] = LearnedPower(["wake": ["seconds": 1, "followed": .int(Int64(number))]])
        }
        #expect(knowledge["0"] == LearnedPower() && knowledge["999"] != LearnedPower())
    }
}
