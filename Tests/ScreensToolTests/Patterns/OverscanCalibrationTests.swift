import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensTool

struct OverscanCalibrationTests {
    private static let start = EdgeInsets(top: 20, right: 30, bottom: 21, left: 31)

    private func calibration(
        _ layout: PictureLayout = .sample(200, 100, start), _ keys: [Key] = []
    ) -> OverscanCalibration {
        var calibration = OverscanCalibration()
        calibration.begin(on: layout)
        for key in keys { _ = calibration.press(key) }
        return calibration
    }

    @Test(
        arguments: [
            ([], "20,30,21,31"),
            ([.right], "20,31,21,32"), ([.left], "20,29,21,30"), ([.up], "21,30,22,31"), ([.down], "19,30,20,31"),
            ([.character("+")], "21,31,22,32"), ([.character("-")], "19,29,20,30"),
            ([.pageUp], "30,40,31,41"), ([.pageDown], "10,20,11,21"),
            ([.character("0")], "0,0,0,0"), ([.left, .right, .up, .down], "20,30,21,31"),
            // One edge at a time is selected, and every arrow changes it.
            ([.tab, .up, .right], "22,30,21,31"), ([.tab, .tab, .up, .right], "20,32,21,31"),
            ([.tab, .tab, .tab, .down, .left], "20,30,19,31"), ([.backTab, .down, .left], "20,30,21,29"),
            ([.tab, .pageUp, .tab, .character("+")], "30,31,21,31"), ([.backTab, .character("0")], "20,30,21,0"),
            // All edges are selected again.
            ([.tab, .tab, .tab, .tab, .tab, .right], "20,31,21,32"), ([.tab, .backTab, .right], "20,31,21,32"),
            // Keys without a meaning are ignored.
            ([.character("x"), .character(" "), .enter, .character("q")], "20,30,21,31"),
        ] as [([Key], String)])
    func keysChangeValues(keys: [Key], expected: String) {
        #expect(calibration(.sample(200, 100, Self.start), keys).argument == "--overscan \(expected)")
    }

    @Test(
        arguments: [
            (.right, .changed), (.tab, .changed), (.backTab, .changed), (.character("0"), .atZero),
            (.left, .atZero), (.pageDown, .atZero), (.enter, .end), (.character("q"), .end), (.character("Q"), .end),
            (.character("x"), .nothing),
        ] as [(Key, OverscanCalibration.Outcome)])
    func aKeyThatChangesNothingRequestsNothing(key: Key, outcome: OverscanCalibration.Outcome) {
        var calibration = calibration(.sample(200, 100))
        #expect(calibration.press(key) == outcome)
        #expect(calibration.isAdjusted == (key == .right))
    }

    @Test(
        arguments: [
            ([.left], .atZero), ([.right, .left], .changed), ([.right, .left, .left], .atZero),
            ([.tab, .down], .atZero),
            (Array(repeating: .pageUp, count: 12), .atMost), ([.tab, .right, .character("0"), .left], .atZero),
        ] as [([Key], OverscanCalibration.Outcome)])
    func anArrowThatCannotGoOnSaysSo(keys: [Key], outcome: OverscanCalibration.Outcome) {
        var calibration = calibration(.sample(200, 100), keys.dropLast())
        #expect(keys.last.map { calibration.press($0) } == outcome)
    }

    @Test func valuesThatCameBackWereAdjustedAllTheSame() {
        #expect(!calibration(.sample(200, 100), [.tab, .left]).isAdjusted)
        #expect(calibration(.sample(200, 100), [.right, .left]).isAdjusted)
    }

    @Test(arguments: [Size(width: 200, height: 100), Size(width: 7, height: 3), Size(width: 1, height: 1)])
    func noKeyLeadsBeyondTheLimitsOfTheLibrary(size: Size) throws {
        let keys: [Key] = [.right, .left, .up, .down, .pageUp, .pageUp, .pageUp, .pageDown, .tab, .character("+")]
        var calibration = calibration(.sample(size.width, size.height))
        for _ in 0..<3000 {
            _ = calibration.press(keys.randomElement() ?? .tab)
            let overscan = try #require(Overscan(String(calibration.argument.dropFirst("--overscan ".count))))
            #expect(overscan.insets(in: size) == calibration.screenInsets)
        }
    }

    @Test(
        arguments: [Size(width: 1920, height: 1080), Size(width: 641, height: 481), Size(width: 8, height: 7)],
        [Key.pageUp, .character("+"), .right, .up])
    func opposedEdgesThatMoveTogetherMoveAsFarUpToTheLimit(size: Size, key: Key) {
        var calibration = calibration(.sample(size.width, size.height))
        for _ in 0..<2000 {
            _ = calibration.press(key)
            let insets = calibration.screenInsets
            #expect(insets.top == insets.bottom && insets.left == insets.right, "\(insets)")
        }
    }

    @Test func beforeThereIsAPictureThereIsNothingToAdjust() {
        var calibration = OverscanCalibration()
        #expect(calibration.press(.right) == .nothing)
        #expect(calibration.press(.character("q")) == .end)
        #expect(calibration.argument == "--overscan 0,0,0,0")
    }

    @Test func anotherScreenTakesTheValuesAsTheyAre() {
        var calibration = calibration(.sample(200, 100, Self.start), [.right])
        calibration.begin(on: .sample(40, 20, .zero))
        #expect(calibration.argument == "--overscan 20,31,21,32")
        // The inset is too large for this screen: it can only shrink.
        _ = calibration.press(.pageUp)
        #expect(calibration.argument == "--overscan 20,31,21,32")
        _ = calibration.press(.character("-"))
        #expect(calibration.argument == "--overscan 19,30,20,31")
    }

    @Test(arguments: Orientation.allCases)
    func insetsTurnWithThePicture(orientation: Orientation) {
        let size = Size(width: 200, height: 100)
        let rotated = Self.start.rotated(by: orientation)
        let expected = orientation.rectangle(Self.start.inset(size), of: size)
        #expect(rotated.inset(orientation.size(of: size)) == expected)
        #expect(rotated.rotated(by: orientation.inverse) == Self.start)
    }

    @Test func keysMeanThePictureAndTheValuesTheScreen() {
        // The top of the picture is on the right of the screen.
        var calibration = calibration(.sample(100, 200, Self.start, lying: .clockwise))
        #expect(calibration.argument == "--overscan 20,30,21,31")
        _ = calibration.press(.tab)
        _ = calibration.press(.pageUp)
        #expect(calibration.argument == "--overscan 20,40,21,31")
        #expect(calibration.insets(lying: .clockwise).top == 40)
        #expect(calibration.insets(lying: .upright).right == 40)
    }
}
