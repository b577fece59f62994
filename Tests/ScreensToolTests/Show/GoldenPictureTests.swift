import Foundation
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents
@testable import ScreensTool

/// Pictures that the CPU rotates, scales down, converts, mirrors and spreads: the test card on simulated screens
/// without hardware capabilities, compared with pictures that people have checked.
struct GoldenPictureTests {
    /// Draws the test card, or another picture, on each screen once.
    private final class CardDelegate: VideoKitDelegate {
        private let picture: PictureChoice

        init(_ picture: PictureChoice) {
            self.picture = picture
        }

        func updateExternalView(_ view: inout ExternalView) {
            let calibration = SharedCalibration(hasKeys: false)
            var content = picture.content(for: view.screen, calibration: calibration)
            _ = content.draw(ContentFrame(), on: &view)
            view.nextUpdate = .whenNeeded
        }
    }

    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var modes = [Size(width: 320, height: 180)]
        var picture = PictureChoice.content(PatternContent(.card, moves: true))
        let change: @Sendable (inout VideoKit.Settings) throws -> Void
    }

    static let stories: [Story] = [
        Story(testDescription: "upright") { _ in },
        Story(testDescription: "turned-90") { $0.orientation = Orientation(clockwiseQuarters: 1) },
        Story(testDescription: "turned-180") { $0.orientation = Orientation(clockwiseQuarters: 2) },
        Story(testDescription: "turned-270") { $0.orientation = Orientation(clockwiseQuarters: 3) },
        Story(testDescription: "reflected") { $0.orientation = Orientation(clockwiseQuarters: 0, isReflected: true) },
        Story(testDescription: "reflected-turned-90") {
            $0.orientation = Orientation(clockwiseQuarters: 1, isReflected: true)
        },
        Story(testDescription: "overscan-scaled") { $0.overscan = Overscan(.hundredths(500)) },
        Story(testDescription: "overscan-inset") {
            $0.overscan = Overscan(
                top: .pixels(4), right: .pixels(8), bottom: .pixels(12), left: .pixels(16), compensation: .insetBounds)
        },
        Story(testDescription: "overscan-turned-90") {
            $0.overscan = Overscan(.hundredths(500))
            $0.orientation = Orientation(clockwiseQuarters: 1)
        },
        Story(testDescription: "rgb565", picture: .content(PatternContent(.gradient))) { $0.format = .rgb565 },
        Story(testDescription: "xrgb2101010") { $0.format = .xrgb2101010 },
        Story(testDescription: "dimmed") { $0.dimming = 0.5 },
        Story(testDescription: "mirror", modes: [Size(width: 320, height: 180), Size(width: 160, height: 120)]) {
            $0.mirrorSource = "Virtual-1"
        },
        Story(
            testDescription: "wall",
            modes: [Size(width: 160, height: 120), Size(width: 160, height: 120), Size(width: 120, height: 90)]
        ) { $0.walls = [try VideoWall(rows: [["Virtual-1", "Virtual-2"], ["Virtual-3"]], columnGap: 10, rowGap: 6)] },
    ]

    @Test(arguments: stories)
    func theProcessorsPicturesAreTheOnesKept(_ story: Story) async throws {
        let card = try SimulatedCard(
            screens: story.modes.map {
                SimulatedScreen(modes: [try SimulatedMode(width: $0.width, height: $0.height, millihertz: 60_000)])
            })
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        try story.change(&settings)
        let delegate = CardDelegate(story.picture)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        for number in 1...story.modes.count {
            let file = story.modes.count == 1 ? story.testDescription : "\(story.testDescription)-\(number)"
            if Golden.isRecorded { try await Task.sleep(for: .seconds(1)) }
            let shown = { try? card.picture(of: "Virtual-\(number)") }
            let expected = try Golden.picture("\(file).png", for: shown())
            try await eventually("\(file).png is shown") {
                shown()?.size == expected.size && shown()?.pixels == expected.pixels
            }
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }
}
