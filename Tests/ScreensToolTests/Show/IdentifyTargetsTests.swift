import Glibc
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensLinux
@testable import ScreensManager
@testable import ScreensReports
@testable import ScreensTool

/// The screens that get a label, and the program that draws it.
struct IdentifyTargetsTests {
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var names: [String] = []
        var connectors: [Screen] = []
        var ofDaemon: [Screen] = []
        var calls: [String] = []
        var isWholeDaemon = false
        var own: [String] = []
        var dark: [String] = []
        var failure: Int32?
    }

    private static let first = Screen.lit("DP-1", card: "/dev/dri/card0")
    private static let second = Screen.lit("DP-2")
    private static let off = Screen.dark("DP-4", DarkState(.off, message: "turned off"))

    private static let stories = [
        Story(
            testDescription: "without a daemon all are its own", connectors: [first, second],
            own: ["card0/DP-1", "card1/DP-2"]),
        Story(testDescription: "nothing is connected", connectors: [.empty("DP-1")], failure: 69),
        Story(
            testDescription: "the daemon has one card of two", connectors: [first, second], ofDaemon: [first],
            isWholeDaemon: true, own: ["card1/DP-2"]),
        Story(
            testDescription: "one of the daemon's is off", ofDaemon: [first, off], isWholeDaemon: true,
            dark: ["card1/DP-4 shows nothing: turned off"]),
        Story(testDescription: "all of the daemon's are off", ofDaemon: [off], failure: 69),
        Story(
            testDescription: "all of the daemon's are off, and another card has one", connectors: [first],
            ofDaemon: [off], own: ["card0/DP-1"], dark: ["card1/DP-4 shows nothing: turned off"]),
        Story(testDescription: "the daemon's cards are simulated", ofDaemon: [first], isWholeDaemon: true),
        Story(
            testDescription: "one of the daemon's", names: ["DP-1"], connectors: [first, second], ofDaemon: [first],
            calls: ["card0/DP-1"]),
        Story(
            testDescription: "one of another card", names: ["card1/DP-2"], connectors: [first, second],
            ofDaemon: [first], own: ["card1/DP-2"]),
        Story(
            testDescription: "one of each", names: ["DP-2", "DP-1"], connectors: [first, second], ofDaemon: [first],
            calls: ["card0/DP-1"], own: ["card1/DP-2"]),
        Story(
            testDescription: "a name that both have", names: ["DP-1"], connectors: [.lit("DP-1")], ofDaemon: [first],
            failure: 64),
        Story(testDescription: "no such name", names: ["DP-9"], connectors: [first], failure: 66),
        Story(
            testDescription: "nothing is plugged in there", names: ["DP-3"], connectors: [.empty("DP-3")], failure: 66),
    ]

    @Test(arguments: stories)
    func eachScreenIsLabelledByTheProgramThatHasItsCard(_ story: Story) throws {
        let inspection = Inspection(connectors: story.connectors, cards: [.sample("/dev/dri/card0"), .sample()])
        func targets() throws -> IdentifyTargets {
            try IdentifyTargets(
                names: story.names, inspection, daemonScreens: story.ofDaemon.map { ScreenDocument($0) })
        }
        guard story.failure == nil else {
            let failure = #expect(throws: Failure.self) { try targets() }
            #expect(failure?.status.rawValue == story.failure)
            return
        }
        let found = try targets()
        #expect(found.ofDaemon == story.calls)
        #expect(found.own == story.own)
        #expect(found.dark == story.dark)
        #expect(found.isWholeDaemon == story.isWholeDaemon)
    }

    @Test func theLabelIsShownWithoutADaemon() async throws {
        let path = "/tmp/screens-\(getpid())-label.png"
        defer { unlink(path) }
        var plan = ShowPlan(picture: .label)
        plan.simulation = SimulationSpec("320x240@60")
        plan.frames = 1
        plan.snapshot = SnapshotFile(path: path)
        try await ShowRun(plan).run()
        let picture = try PNGFile.read(path)
        #expect(picture.pixels.count { $0 == 0xFFFFFF } * 40 > picture.pixels.count)
    }

    /// A machine may have a card that another program uses, or a screen that stays dark.
    @Test func withoutNamesOneScreenThatStaysDarkIsNotAnObstacle() {
        let dark = Screen.dark("DP-3", DarkState(.modesetFailed, message: "no usable mode"))
        func readiness(needsAll: Bool) -> ShowReadiness {
            ShowReadiness(
                cards: [.sample()], connectors: [Self.second, dark], names: ["DP-2", "DP-3"], needsAll: needsAll)
        }
        #expect(readiness(needsAll: true).blocking != nil)
        #expect(readiness(needsAll: false).blocking == nil)
    }
}
