import ScreensConfiguration
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager
@testable import ScreensReports

/// The state of screens as people read it.
struct StatusTextTests {
    private func text(_ screen: Screen, _ content: ContentDocument.State, outdated: [String] = []) -> String {
        let status = ScreenStatusDocument(
            screen: ScreenDocument(screen, content: ContentDocument(content)), settings: [], power: .on,
            powerChanges: nil, trialSeconds: nil, outdated: outdated, absent: [])
        return StatusText.text(
            for: StatusDocument(
                version: "1", uptimeSeconds: 1, screens: [status], problems: [], brokenFiles: [], waitsForTime: false))
    }

    @Test func aScreenWithTheConsolesPictureIsNotCalledLit() {
        let text = text(.lit("DP-1"), .notOurs)
        #expect(text.contains("not used: it shows the console or another program's picture in 1920x1080"))
        #expect(!text.contains("lit,"))
    }

    @Test func aContentIsShownOnlyIfTheScreenIsLit() {
        #expect(text(.lit("DP-1"), .shown).contains("Content     shown\n"))
        let off = DarkState(.off, message: "the screen is turned off")
        #expect(text(.dark("DP-1", off), .shown).contains("Content     ready: it is shown when the screen is lit\n"))
    }

    @Test func thePictureOfAProgramIsNotSeen() {
        let content = ContentDocument(.shown, program: ContentProgram(command: ["cage"]))
        #expect(StatusText.content(content) == "drawn by its program; the daemon does not see which picture")
        #expect(StatusText.content(content, isDark: true) == "ready: it is shown when the screen is lit")
    }

    @Test func theContentOfALeasedScreenIsReady() {
        var screen = Screen.lit("DP-1")
        screen.lend(to: Lessee(name: "mpv", processID: 7), screen.currentMode, because: nil)
        #expect(text(screen, .shown).contains("Content     ready: it is shown when the lease ends\n"))
    }

    /// The offset of the last pictures and the state of the clock, in microseconds.
    @Test(
        arguments: [
            (
                8349, 16_100, ClockDocument(synchronized: true, errorMicroseconds: 1200),
                "8.3 ms after the clock (the median of 120 pictures), 99 of 100 within 16.1 ms; the clock is right "
                    + "within 1.2 ms"
            ),
            (-250, 400, nil, "0.2 ms before the clock (the median of 120 pictures), 99 of 100 within 0.4 ms"),
            (
                0, 0, ClockDocument(synchronized: false, errorMicroseconds: nil),
                "0.0 ms after the clock (the median of 120 pictures), 99 of 100 within 0.0 ms; no program keeps the "
                    + "clock"
            ),
        ] as [(Int, Int, ClockDocument?, String)])
    func aContentThatFollowsTheClockSaysHowFarItIsFromIt(
        median: Int, percentile: Int, clock: ClockDocument?, line: String
    ) {
        let offset = ClockOffsetDocument(
            pictures: 120, medianMicroseconds: median, percentile99Microseconds: percentile)
        let status = ScreenStatusDocument(
            screen: ScreenDocument(.lit("DP-1"), content: ContentDocument(.shown)), settings: [], power: .on,
            powerChanges: nil, trialSeconds: nil, outdated: [], absent: [], clockOffset: offset)
        let text = StatusText.text(
            for: StatusDocument(
                version: "1", uptimeSeconds: 1, screens: [status], problems: [], brokenFiles: [], waitsForTime: false,
                clock: clock))
        #expect(text.contains("In step     \(line)\n"))
    }

    @Test func aSavedValueThatHidesAChangeOfTheFilesNamesItsRemedy() {
        let text = text(.lit("DP-1"), .shown, outdated: ["gamma"])
        #expect(text.contains("gamma overrides the files"))
        #expect(text.contains("`screens reset DP-1 gamma`"))
    }

    @Test func absentDisplaysWithSavedSettingsAreListedOnce() {
        func display(_ serial: String, _ name: String?) -> StatusDocument.AbsentDisplay {
            StatusDocument.AbsentDisplay(identity: "DEL:4072:\(serial)", name: name, connector: "DP-1")
        }
        let status = ScreenStatusDocument(
            screen: ScreenDocument(.lit("DP-1"), content: nil), settings: [], power: .on, powerChanges: nil,
            trialSeconds: nil, outdated: [], absent: ["DEL:4072:1"])
        let text = StatusText.text(
            for: StatusDocument(
                version: "1", uptimeSeconds: 1, screens: [status], problems: [], brokenFiles: [], waitsForTime: false,
                absentDisplays: [display("1", nil), display("2", "Dell U2312HM"), display("3", nil)]))
        #expect(
            text.hasSuffix(
                """
                \nABSENT DISPLAYS WITH SAVED SETTINGS\nDEL:4072:2 (Dell U2312HM), last on DP-1\nDEL:4072:3, last on \
                DP-1\n
                """
            ))
    }

    /// A card that the daemon does not hold may show the console's picture by now, or no picture.
    @Test func aScreenOfACardThatTheDaemonDoesNotHoldIsReadAgain() {
        let unused = DarkState(.unused, message: "no program drives it")
        let status = ScreenStatusDocument(
            screen: ScreenDocument(.dark("DP-1", unused), content: ContentDocument(.notOurs)), settings: [], power: .on,
            powerChanges: nil, trialSeconds: nil, outdated: [], absent: [])
        let document = StatusDocument(
            version: "1", uptimeSeconds: 1, screens: [status], problems: [], brokenFiles: [], waitsForTime: false)
        #expect(StatusText.text(for: document).contains("Screen      not used: no program drives it"))
        let text = StatusText.text(for: document.freshened(by: [.lit("DP-1"), .lit("DP-2")]))
        #expect(text.contains("not used: it shows the console or another program's picture in 1920x1080"))
        #expect(!text.contains("DP-2"))
    }

    /// The probe finds the picture of the program that has the card.
    @Test func aScreenWhoseCardAnotherProgramHasStaysDark() {
        let screen = Screen.dark("DP-1", DarkState(.notMaster, message: "mpv has it"))
        let status = ScreenStatusDocument(
            screen: ScreenDocument(screen, content: ContentDocument(.shown)), settings: [], power: .on,
            powerChanges: nil, trialSeconds: nil, outdated: [], absent: [])
        let document = StatusDocument(
            version: "1", uptimeSeconds: 1, screens: [status], problems: [], brokenFiles: [], waitsForTime: false)
        #expect(document.freshened(by: [.lit("DP-1")]) == document)
        let (known, own) = (ScreenDocument(screen), ScreenDocument(Screen.lit("DP-1")))
        #expect(Inspection.freshened([known], by: [own], on: [known.card]) == [known])
    }

    @Test func noticesComeLast() {
        let status = StatusDocument(
            version: "1", uptimeSeconds: 1, screens: [], problems: ["a.toml:1: x"], brokenFiles: [],
            waitsForTime: false,
            notices: [StatusNotice(.unmatchedSection, .note, "a.toml:2", "matches no connected screen")])
        #expect(StatusText.text(for: status).hasSuffix("NOTICES\nnote: a.toml:2: matches no connected screen\n"))
    }
}
