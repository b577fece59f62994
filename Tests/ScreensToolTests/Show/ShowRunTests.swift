import Glibc
import ScreensContents
import ScreensJSON
import TestSupport
import Testing

@testable import Screens
@testable import ScreensLinux
@testable import ScreensManager
@testable import ScreensTool

/// Whole runs on simulated screens.
struct ShowRunTests {
    private func snapshot(_ name: String) -> String { "/tmp/screens-\(getpid())-\(name).png" }

    private func plan(_ spec: String, _ picture: PictureChoice, frames: Int, to path: String) throws -> ShowPlan {
        var plan = ShowPlan(picture: picture)
        plan.simulation = SimulationSpec(spec)
        plan.frames = frames
        plan.snapshot = SnapshotFile(path: path)
        return plan
    }

    @Test func exactlyTheRequestedFramesAreShown() async throws {
        let path = snapshot("frames")
        defer { unlink(path) }
        let plan = try plan("64x48@200", .pixel(background: .black), frames: 20, to: path)
        try await ShowRun(plan).run()
        let picture = try PNGFile.read(path)
        #expect(picture.size == Size(width: 64, height: 48))
        let white = picture.pixels.count { $0 == 0xFFFFFF }
        #expect(white == 20)
        #expect(picture.pixels.prefix(20).allSatisfy { $0 == 0xFFFFFF })
    }

    @Test func aStillPictureIsPresentedAsOftenAsRequested() async throws {
        let path = snapshot("still")
        defer { unlink(path) }
        let color = Color(rgb: 0xC08040)
        try await ShowRun(try plan("32x24@200", .content(ColorContent(color)), frames: 5, to: path)).run()
        #expect(try PNGFile.read(path).pixels.allSatisfy { $0 == color.rgb })
    }

    /// The moving part of the pattern covers no pixel of such a small picture.
    @Test func aPatternThatDoesNotChangeIsShownInTheRequestedFramesToo() async throws {
        let path = snapshot("tiny")
        defer { unlink(path) }
        try await ShowRun(try plan("1x1@200", PictureChoice(.pattern(.card), redraws: false), frames: 2, to: path))
            .run()
        #expect(try PNGFile.read(path).size.description == "1x1")
    }

    /// Each frame of the pattern has one white pixel more.
    @Test func twoScreensOfDifferentRatesGiveTwoPicturesWithTheirFrames() async throws {
        let path = snapshot("two")
        let paths = [snapshot("two-Virtual-1"), snapshot("two-Virtual-2")]
        defer { for path in paths { unlink(path) } }
        let plan = try plan("64x48@200,32x24@100", .pixel(background: .black), frames: 20, to: path)
        try await ShowRun(plan).run()
        let pictures = try paths.map { try PNGFile.read($0) }
        #expect(pictures.map(\.size.description) == ["64x48", "32x24"])
        #expect(pictures.map { $0.pixels.count { $0 == 0xFFFFFF } } == [20, 20])
    }

    @Test func statisticsHaveTheRateAndTheFramesOfEachScreen() async throws {
        let words = "show --simulate 64x48@200,32x24@100 --pattern pixel --frames 20 --stats"
        let result = try await TerminalProgram(words.split(separator: " ").map(String.init)).end()
        #expect(result.status == 0, "\(result.errors)")
        let document = try JSONValue(decoding: Array(result.output.utf8))
        let screens = document["screens"]?.array ?? []
        #expect(screens.map { $0["mode"]?["refreshMillihertz"] } == [200_000, 100_000])
        #expect(screens.map { $0["mode"]?["width"] } == [64, 32])
        #expect(screens.map { $0["presented"] } == [20, 20])
    }

    /// Simulated cards, and documents without names, number the connectors of each card from one.
    @Test func screensOfOneNameGiveAPictureEach() async throws {
        let path = snapshot("cards")
        let paths = [snapshot("cards-card1-DP-1"), snapshot("cards-card2-DP-1")]
        defer { for path in paths { unlink(path) } }
        let document = try twoCards()
        defer { unlink(document) }
        var plan = try plan(document, .content(ColorContent(.white)), frames: 2, to: path)
        plan.settings.mode = .exact(try #require(ModeRequest("1024x768")))
        try await ShowRun(plan).run()
        #expect(try paths.map { try PNGFile.read($0).size.description } == ["1024x768", "1024x768"])
    }

    /// - Returns: the path of a document of two cards with the same connectors.
    private func twoCards() throws -> String {
        let card = try #require(try JSONValue(decoding: HardwareDocuments.own("nvidia-desktop"))["/dev/dri/card1"])
        let path = "/tmp/screens-\(getpid())-cards.json"
        let document: JSONValue = ["/dev/dri/card1": card, "/dev/dri/card2": card]
        try WholeFile.write(document.encoded, to: path)
        return path
    }

    @Test func framesAreCountedOfTheScreenAndNotOfItsNamesake() async throws {
        let clock = ManualClock()
        let cards = try [("one", 60), ("two", 30)].map { name, rate in
            try SimulatedCard(
                name: name,
                screens: [SimulatedScreen(modes: [try SimulatedMode(width: 8, height: 8, millihertz: rate * 1000)])],
                clock: clock)
        }
        let plan = ShowPlan(picture: .pixel(background: .black))
        let frames = ShownFrames(
            of: plan.picture, redraws: false, frames: nil, calibration: SharedCalibration(hasKeys: false)
        ) { _ in }
        let stage = try Stage(plan, simulation: cards, delegate: frames.delegate)
        try await stage.start()
        clock.advance(by: .seconds(1))
        let presented = stage.kit.screens.map(stage.presented)
        await stage.kit.stop()
        #expect(presented.map { $0 / 20 } == [3, 1], "\(presented)")
    }

    @Test func aScreenThatIsNotSimulatedIsNotWaitedForUnlessRequested() async throws {
        var plan = try plan("64x48", .content(ColorContent(.white)), frames: 1, to: snapshot("none"))
        plan.names = ["Virtual-2"]
        plan.waits = false
        let failure = await #expect(throws: Failure.self) { try await ShowRun(plan).run() }
        #expect(failure?.status == .noSuchScreen)
    }

    /// No connector is added to simulated cards.
    @Test func aNameThatNoSimulatedConnectorHasIsNotWaitedFor() async throws {
        var plan = try plan("64x48", .content(ColorContent(.white)), frames: 1, to: snapshot("unknown"))
        plan.names = ["Virtul-1"]
        let failure = await #expect(throws: Failure.self) { try await ShowRun(plan).run() }
        #expect(failure?.status == .noSuchScreen)
        #expect(failure?.message.hasPrefix("no connector is named Virtul-1; did you mean 'Virtual-1'?") == true)
    }

    /// The words of a command line, and what is printed before it ends.
    @Test(arguments: [
        ("640x480@59.94", "screens: Virtual-1 shows 640x480@60.000, which counts as 640x480@59.94\n"),
        ("640x480@85", "screens: Virtual-1 has no usable mode 640x480@85; it shows 640x480@60.000\n"),
        ("640x480@60", ""),
    ])
    func anotherRateIsReportedBeforeTheEnd(mode: String, said: String) async throws {
        let program = try TerminalProgram(["show", "--simulate", "640x480@60", "--mode", mode, "--frames", "1"])
        let result = try await program.end()
        #expect(result.status == 0)
        #expect(result.errors == said)
    }

    @Test func aWallIsOnePictureAndItsFramesAreCountedOnce() async throws {
        let path = snapshot("wall")
        defer { unlink(path) }
        var plan = try plan("64x48@200,32x24@100", .pixel(background: .black), frames: 20, to: path)
        plan.settings.walls = [try VideoWall(rows: [["Virtual-1", "Virtual-2"]], columnGap: 10)]
        plan.takesCanvas = true
        try await ShowRun(plan).run()
        let picture = try PNGFile.read(path)
        #expect(picture.size == Size(width: 106, height: 48))
        #expect(picture.pixels.count { $0 == 0xFFFFFF } == 20)
    }

    /// A story of the picture on a screen, which differs from the drawn one.
    struct ScreenStory: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let size: String
        var takesCanvas = false
        var ink: Rectangle?
        let change: @Sendable (inout VideoKit.Settings) throws -> Void
    }

    private static let screenStories = [
        ScreenStory(
            testDescription: "overscan is black", size: "64x48", ink: Rectangle(x: 16, y: 12, width: 32, height: 24)
        ) { $0.overscan = Overscan(.hundredths(2500)) },
        ScreenStory(testDescription: "a rotated picture is rotated", size: "64x48") {
            $0.orientation = Orientation(clockwiseQuarters: 1)
        },
        ScreenStory(testDescription: "the drawn picture is upright", size: "48x64", takesCanvas: true) {
            $0.orientation = Orientation(clockwiseQuarters: 1)
        },
    ]

    @Test(arguments: screenStories)
    func aSnapshotIsThePictureOnTheScreen(_ story: ScreenStory) async throws {
        let path = snapshot("screen-\(story.testDescription.filter(\.isLetter))")
        defer { unlink(path) }
        var plan = try plan("64x48@200", .content(ColorContent(.white)), frames: 2, to: path)
        try story.change(&plan.settings)
        plan.takesCanvas = story.takesCanvas
        try await ShowRun(plan).run()
        let picture = try PNGFile.read(path)
        #expect(picture.size.description == story.size)
        let ink = story.ink ?? Rectangle(picture.size)
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                let isWhite = picture.pixels[y * picture.size.width + x] == 0xFFFFFF
                #expect(isWhite == !Rectangle(x: x, y: y, width: 1, height: 1).intersection(ink).isEmpty, "\(x), \(y)")
            }
        }
    }

    @Test func eachScreenOfAWallGivesItsOwnPicture() async throws {
        let path = snapshot("parts")
        let paths = [snapshot("parts-Virtual-1"), snapshot("parts-Virtual-2")]
        defer { for path in paths { unlink(path) } }
        var plan = try plan("64x48@200,32x24@100", .content(ColorContent(.white)), frames: 2, to: path)
        plan.settings.walls = [try VideoWall(rows: [["Virtual-1", "Virtual-2"]], columnGap: 10)]
        try await ShowRun(plan).run()
        #expect(try paths.map { try PNGFile.read($0).size.description } == ["64x48", "32x24"])
    }

    @Test func theMirroredScreenIsDrivenTooIfOthersAreNamed() {
        var plan = ShowPlan(picture: .label)
        plan.settings.mirrorSource = "Virtual-1"
        #expect(plan.settings(for: .system).selection == .external)
        plan.names = ["Virtual-2"]
        #expect(plan.settings(for: .system).selection == .named(["Virtual-2", "Virtual-1"]))
    }
}
