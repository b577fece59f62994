import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import Testing

@testable import ScreensLending

/// One screen in the events of the daemon.
@Suite struct FollowedScreenTests {
    private static let cage = ContentProgram(command: ["cage"], way: .seat, input: ["name=*"])
    private static let command: JSONValue = ["command": ["cage"], "way": "seat", "input": ["name=*"], "pauses": false]

    /// A document as the daemon sends it.
    private static func screen(
        _ card: String, _ name: String, content: JSONValue = .null, dark: String? = nil, isConnected: Bool = true
    ) -> JSONValue {
        [
            "name": .string(name), "card": .string("/dev/dri/\(card)"), "driver": "vkms", "connector": 1,
            "status": isConnected ? "connected" : "disconnected", "role": "external", "kind": "display",
            "identity": nil, "physicalSize": nil, "currentMode": nil, "preferredMode": nil, "largestMode": nil,
            "layout": nil,
            "dark": dark.map { ["reason": .string($0), "message": "", "errno": nil, "tried": nil, "master": nil] }
                ?? .null,
            "lessee": nil, "content": content, "stale": false,
        ]
    }

    private static func event(_ kind: String, _ screen: JSONValue) throws -> EventDocument {
        let value: JSONValue = ["event": .string(kind), "sequence": 1, "time": 1, "screen": screen]
        return try value.decode()
    }

    private static func snapshot(_ screens: [JSONValue]) throws -> EventDocument {
        let value: JSONValue = ["event": "snapshot", "sequence": 0, "time": 1, "screens": .array(screens)]
        return try value.decode()
    }

    private static func content(_ program: JSONValue) -> JSONValue {
        ["state": "waiting", "message": nil, "path": nil, "program": program]
    }

    @Test(arguments: ["HDMI-A-1", "card1/HDMI-A-1", "card1-HDMI-A-1"])
    func aScreenIsFoundByEachOfItsNames(_ name: String) throws {
        var followed = FollowedScreen(name)
        let others = [Self.screen("card1", "HDMI-A-2", content: Self.content(.null))]
        #expect(try followed.take(Self.snapshot(others)) == .unknown)
        let ours = Self.screen("card1", "HDMI-A-1", content: Self.content(Self.command))
        #expect(try followed.take(Self.snapshot(others + [ours])) == .program(Self.cage))
        #expect(followed.found == "card1/HDMI-A-1")
    }

    @Test func theFollowedScreenStaysTheSameIfAnotherGetsItsName() throws {
        var followed = FollowedScreen("HDMI-A-1")
        let ours = Self.screen("card1", "HDMI-A-1", content: Self.content(Self.command))
        #expect(try followed.take(Self.snapshot([ours])) == .program(Self.cage))
        let other = Self.screen("card0", "HDMI-A-1", content: Self.content(.null))
        #expect(try followed.take(Self.snapshot([other, ours])) == .program(Self.cage))
        #expect(followed.found == "card1/HDMI-A-1")
    }

    @Test func aNameOfSeveralScreensIsRefused() throws {
        var followed = FollowedScreen("HDMI-A-1")
        let screens = ["card0", "card1"].map { Self.screen($0, "HDMI-A-1") }
        let failure = #expect(throws: Failure.self) { try followed.take(Self.snapshot(screens)) }
        #expect(failure?.status == .usage)
    }

    @Test func eachEventHasTheProgramOfTheScreen() throws {
        var followed = FollowedScreen("DP-1")
        let none = Self.screen("card0", "DP-1", content: Self.content(.null))
        let program = Self.screen("card0", "DP-1", content: Self.content(Self.command))
        let undecided = Self.screen("card0", "DP-1")
        let gone = Self.screen("card0", "DP-1", isConnected: false)
        let steps: [(String, JSONValue, ProgramSchedule.Wanted?)] = [
            ("connected", undecided, nil), ("changed", none, .nothing), ("changed", program, .program(Self.cage)),
            ("changed", Self.screen("card0", "DP-2", content: Self.content(.null)), nil),
            // Another card has a connector of that name as well.
            ("connected", Self.screen("card1", "DP-1", content: Self.content(.null)), nil),
            (
                "changed", Self.screen("card0", "DP-1", content: Self.content(Self.command), dark: "sessionInactive"),
                .hidden
            ),
            ("changed", undecided, nil), ("request", program, .program(Self.cage)), ("disconnected", gone, .absent),
            ("connected", Self.screen("card1", "DP-1", content: Self.content(Self.command)), .program(Self.cage)),
            ("changed", Self.screen("card1", "DP-1", isConnected: false), .absent),
        ]
        for (number, (kind, screen, wanted)) in steps.enumerated() {
            #expect(try followed.take(Self.event(kind, screen)) == wanted, "step \(number + 1)")
        }
    }
}
