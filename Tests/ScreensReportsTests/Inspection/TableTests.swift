import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager
@testable import ScreensReports

/// Tables for people.
struct TableTests {
    @Test func screensAreALineEach() {
        let mode = ScreenMode.sample(0, 1920, 1080)
        let screens = [
            Screen.sample("eDP-1", card: "/dev/dri/card0", role: .internal, modes: [mode], current: mode),
            Screen.sample(
                "HDMI-A-1", physicalSize: Size(width: 598, height: 336), modes: [mode],
                dark: DarkState(.unused, message: "nothing drives it")),
            Screen.empty("DP-1"),
            Screen.sample("Writeback-1", status: .unknown, kind: .writeback),
        ]
        #expect(
            ScreenListText.text(for: screens.map(ScreenDocument.init)) == """
                SCREEN       STATE                DISPLAY  SIZE        MODE
                eDP-1        connected, built-in  -        -           1920x1080@60.000
                HDMI-A-1     connected, not used  -        598x336 mm  -
                DP-1         disconnected         -        -           -
                Writeback-1  unknown, writeback   -        -           -

                """)
    }

    @Test func screensOfOneNameAreDistinguishedByTheirCards() {
        let screens = [
            Screen.lit("Virtual-1", card: "/dev/dri/card0"), .lit("Virtual-1", card: "/dev/dri/card1"), .lit("DP-1"),
        ]
        let names = ScreenListText.text(for: screens.map(ScreenDocument.init)).split(separator: "\n").dropFirst()
            .compactMap { $0.split(separator: " ").first }
        #expect(names == ["card0/Virtual-1", "card1/Virtual-1", "DP-1"])
    }

    @Test(arguments: [
        (ScreenIdentity.sample(), "Dell Inc. U2410 F525"),
        (.sample(vendor: nil), "DEL U2410 F525"),
        (.sample(make: nil, vendor: nil, model: nil), "a0b1 F525"),
        (.sample(model: "\u{1B}[2J"), "Dell Inc. \\u{1B}[2J F525"),
    ])
    func aDisplayIsNamedByManufacturerModelAndSerial(identity: ScreenIdentity, name: String) {
        #expect(ScreenListText.text(for: [ScreenDocument(.sample("DP-1", identity: identity))]).contains("  \(name)  "))
    }

    @Test func modesAreAlignedAndMarked() {
        let modes = [
            ScreenMode.sample(2, 640, 480, millihertz: 59940), .sample(0, 1920, 1080, preferred: true, aspect: 2),
        ]
        let screen = Screen.sample("HDMI-A-1", modes: modes, current: modes[1])
        #expect(
            ModeListText.text(for: ModeDocument.all(of: screen)) == """
                ID  NAME            SIZE    REFRESH        CLOCK  ASPECT
                 2  640x480      640x480  59.939 Hz   22.657 MHz       -
                 0  1920x1080  1920x1080  60.000 Hz  135.000 MHz    16:9  current, preferred

                """)
    }

    @Test func aModeThatIsSetAndNotListedHasALineOfItsOwn() {
        let listed = ScreenMode.sample(0, 640, 480)
        func text(_ modes: [ScreenMode], _ current: ScreenMode?) -> String {
            ModeListText.text(
                for: ModeDocument.all(of: .sample("DP-1", modes: modes, current: current)),
                current: current.map { ModeDocument($0, current: $0) })
        }
        let custom = "Current: 1280x720@60.000 (61.200 MHz), which the display does not list\n"
        #expect(text([listed], .sample(1, 1280, 720)) == text([listed], nil) + custom)
        #expect(!text([listed], .sample(1, 1280, 720)).contains("current"))
        #expect(text([], .sample(0, 1280, 720)) == custom)
        // The number of a mode is its index in a list that may have changed.
        #expect(text([listed], .sample(3, 640, 480)).contains("current"))
        #expect(!text([listed], .sample(3, 640, 480)).contains("Current"))
        #expect(text([], nil) == "")
    }

    /// The number of a mode is its index in the list, which may have changed since the mode was set.
    @Test func theCurrentModeIsKnownByItsTimings() {
        let listed = [ScreenMode.sample(1, 640, 480), .sample(0, 1920, 1080, preferred: true)]
        let moved = ScreenMode.sample(7, 640, 480)
        #expect(ModeDocument.all(of: .sample("DP-1", modes: listed, current: moved)).map(\.current) == [true, false])
    }

    @Test func theNameOfADisplayCannotBreakTheTable() {
        var table = TextTable([("A", .left), ("B", .right)])
        table.add(["\u{1B}[31m", "1"])
        #expect(table.text == "A           B\n\\u{1B}[31m  1\n")
    }

    @Test func aTitleCannotBreakTheTable() {
        var section = ReportSection("\u{1B}]0;x\u{7}")
        section.add("mode", "1")
        #expect(section.text == "\\u{1B}]0;x\\u{7}\nmode             1\n")
    }

    @Test(arguments: [
        (59940, "59.940"), (0, "0.000"), (5, "0.005"), (-500, "-0.500"), (.min, "-9223372036854775.808"),
    ])
    func thousandthsAreAlwaysDecimals(number: Int, text: String) {
        #expect(number.thousandths == text)
    }

    @Test func aModeIsCalledTheSameWithAndWithoutADaemon() {
        for mode in [ScreenMode.sample(0, 1920, 1080), .sample(1, 640, 480, millihertz: 59940)] {
            #expect(ModeDocument(mode, current: nil).description == mode.description)
        }
    }
}
