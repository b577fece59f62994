import ScreensConfiguration
import ScreensEDID
import Testing

@testable import Screens
@testable import ScreensDaemon

/// The connectors without a display whose cards are kept for the next one.
struct FormerDisplayTests {
    private func screen(_ identity: ScreenIdentity? = nil, _ status: ConnectionStatus = .disconnected) -> Screen {
        Screen(
            id: ScreenID(
                card: "/dev/dri/card1", connector: .init(rawValue: 7), session: 1,
                connection: status == .connected ? 1 : 0),
            name: "HDMI-A-1", card: "/dev/dri/card1", driver: "i915", connector: .init(rawValue: 7), status: status,
            role: .external,
            kind: .display, identity: identity, edid: [], physicalSize: nil, availableModes: [], currentMode: nil,
            layout: nil, mirrorSource: nil, dark: nil, isStale: false)
    }

    private func isReserved(
        _ text: String, after display: ScreenIdentity? = nil, set: ScreenOverrides = ScreenOverrides()
    ) throws -> Bool? {
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        var former = FormerDisplay()
        if let display { former.take(screen(display, .connected)) }
        former.take(screen())
        return former.isReserved(screen(), by: reading.configuration, among: []) {
            $0.identity == display ? set : ScreenOverrides()
        }
    }

    private static let content = "content = { color = \"#010203\" }\n"

    private static func section(_ match: String, _ content: String = content) -> String {
        "[[screen]]\nmatch = { \(match) }\n\(content)"
    }

    static let cases: [(String, Bool?)] = [
        ("", false),
        ("[default]\ncontent = \"none\"\n", false),
        ("[default]\n" + content, nil),
        (section("connector = \"HDMI-A-1\""), true),
        (section("connector = \"HDMI-A-1\"", "content = \"none\""), false),
        (section("connector = \"DP-*\""), false),
        (section("card = \"card2\""), false),
        (section("card = \"card1\""), nil),
        (section("identity = \"DEL *\""), nil),
        (section("identity = \"DEL *\"", "content = \"none\""), false),
    ]

    @Test(arguments: cases)
    func aConnectorIsReservedIfASectionWithAContentNamesIt(_ text: String, _ expected: Bool?) throws {
        #expect(try isReserved(text) == expected)
    }

    @Test func theDisplayThatWasThereLastIsNamedToo() throws {
        let section = Self.section("identity = \"DEL *\"")
        let identity = ScreenIdentity(
            DisplayIdentity(make: "DEL", productCode: 1, model: "U2410", serial: "1"), vendor: nil)
        #expect(try isReserved(section, after: identity) == true)
        let other = ScreenIdentity(DisplayIdentity(make: "ACR", productCode: 1, model: "X", serial: "1"), vendor: nil)
        #expect(try isReserved(section, after: other) == nil)
    }

    @Test func aContentThatAClientHasSetNamesItsDisplay() throws {
        let identity = ScreenIdentity(
            DisplayIdentity(make: "DEL", productCode: 1, model: "U2410", serial: "1"), vendor: nil)
        var set = ScreenOverrides()
        set.content = .color(.white)
        #expect(try isReserved("", after: identity, set: set) == true)
        set.content = ContentSetting.none
        #expect(try isReserved("", after: identity, set: set) == false)
    }
}
