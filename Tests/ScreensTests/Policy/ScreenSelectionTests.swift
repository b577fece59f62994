import Testing

@testable import Screens

/// The screens that are driven without being named, and the screens that a name selects.
@Suite struct ScreenSelectionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let screens: [Screen]
        var external: [String]
        var all: [String]
    }

    private static let hdmi = Screen.make("HDMI-A-1")
    private static let panel = Screen.make("eDP-1", role: .internal)
    private static let empty = Screen.make("DP-1", status: .disconnected)
    private static let vga = Screen.make("VGA-1", status: .unknown)
    private static let composite = Screen.make("Composite-1", status: .unknown, isTelevisionOutput: true)
    private static let television = Screen.make("TV-1", isTelevisionOutput: true)

    static let cases: [Case] = [
        Case(testDescription: "nothing", screens: [empty], external: [], all: []),
        Case(testDescription: "a display", screens: [hdmi, empty], external: ["HDMI-A-1"], all: ["HDMI-A-1"]),
        Case(testDescription: "a panel", screens: [panel, empty], external: ["eDP-1"], all: ["eDP-1"]),
        Case(
            testDescription: "a panel and a display", screens: [panel, hdmi], external: ["HDMI-A-1"],
            all: ["eDP-1", "HDMI-A-1"]),
        Case(testDescription: "an unknown one alone", screens: [vga, empty], external: ["VGA-1"], all: ["VGA-1"]),
        Case(
            testDescription: "an unknown one beside a display", screens: [vga, hdmi], external: ["HDMI-A-1"],
            all: ["HDMI-A-1"]),
        Case(
            testDescription: "an unknown one beside a panel", screens: [panel, vga], external: ["eDP-1"], all: ["eDP-1"]
        ),
        Case(
            testDescription: "composite output beside a display", screens: [hdmi, composite], external: ["HDMI-A-1"],
            all: ["HDMI-A-1"]),
        Case(testDescription: "composite output alone", screens: [composite, empty], external: [], all: []),
        Case(testDescription: "a television that is detected", screens: [television], external: [], all: []),
        Case(
            testDescription: "an unknown one beside a television that is not named", screens: [television, vga],
            external: ["VGA-1"], all: ["VGA-1"]),
    ]

    @Test(arguments: cases)
    func screensAreDrivenWithoutBeingNamed(_ example: Case) {
        #expect(ScreenSelection.external.selected(among: example.screens).map(\.name) == example.external)
        #expect(ScreenSelection.all.selected(among: example.screens).map(\.name) == example.all)
        #expect(ScreenSelection.none.selected(among: example.screens).isEmpty)
    }

    @Test(arguments: ["VGA-1", "card0/Composite-1", "TV-1", "HDMI-A-1"])
    func aNameSelectsAnyConnectedScreen(_ name: String) {
        let screens = [Self.hdmi, Self.vga, Self.composite, Self.television]
        #expect(
            ScreenSelection.named([name]).selected(among: screens).map(\.name) == [name.replacing("card0/", with: "")])
        #expect(
            ScreenSelection.none.selected(among: screens) { $0.isNamed(name) ? true : nil }.map(\.name)
                == [name.replacing("card0/", with: "")], "by its own settings")
    }

    @Test func aScreenOfACardThatIsSetAsideIsNotSelectedByAnyName() {
        let screen = Screen.make("Unknown-1").ignored(FirmwareCard.darkness)
        #expect(!screen.isConnected)
        #expect(ScreenSelection.named(["Unknown-1"]).selected(among: [screen]) { _ in true }.isEmpty)
    }
}
