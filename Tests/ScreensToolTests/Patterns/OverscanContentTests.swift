import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensTool

struct OverscanContentTests {
    private static let sizes = [
        Size(width: 1920, height: 1080), Size(width: 1280, height: 720), Size(width: 720, height: 576),
        Size(width: 480, height: 800), Size(width: 320, height: 240),
    ]
    private static let chosen = Color(rgb: 0xFF00FF)
    private static let other = Color(rgb: 0xFF8000)

    private func calibration(
        _ size: Size, _ insets: EdgeInsets = .zero, lying orientation: Orientation = .upright, hasKeys: Bool = true
    ) -> SharedCalibration {
        let calibration = SharedCalibration(hasKeys: hasKeys)
        calibration.begin(on: .sample(size.width, size.height, insets, lying: orientation))
        return calibration
    }

    private func easel(
        _ size: Size, _ calibration: SharedCalibration, lying orientation: Orientation = .upright
    ) -> Easel {
        let easel = Easel(size.width, size.height, OverscanContent(calibration, lying: orientation))
        easel.draw()
        return easel
    }

    @Test(arguments: sizes)
    func aLineLiesAtEachPercentOfEachEdge(size: Size) {
        // The frame lies far inside the edges at the top and on the left.
        let insets = EdgeInsets(top: size.height / 4, right: 0, bottom: 0, left: size.width / 4)
        let picture = easel(size, calibration(size, insets)).picture
        for percent in 0...10 {
            let insets = Overscan(.hundredths(percent * 100)).insets(in: size)
            // The point is away from the arrows, the numbers, and the frame at the right and at the bottom.
            let (x, y) = (size.width * 3 / 4, size.height * 3 / 4)
            #expect(picture[x, insets.top] != OverscanScale.background, "\(percent) %")
            #expect(picture[insets.left, y] != OverscanScale.background, "\(percent) %")
            guard percent > 0 else { continue }
            #expect(picture[x, insets.top - 1] == OverscanScale.background || size.height < 200, "\(percent) %")
            #expect(picture[size.width - 1 - insets.right, y] != OverscanScale.background, "\(percent) %")
            #expect(picture[x, size.height - 1 - insets.bottom] != OverscanScale.background, "\(percent) %")
        }
    }

    @Test(arguments: sizes)
    func numbersLieApartAndInsideTheirLines(size: Size) {
        let labels = OverscanScale(size: size).labels
        #expect(labels.count == (size.height == 240 ? 0 : 40))
        for (index, label) in labels.enumerated() {
            let percent = Int(label.text) ?? 0
            #expect(OverscanScale.area(percent, of: size).contains(label.area))
            for other in labels[..<index] { #expect(label.area.intersection(other.area).isEmpty) }
        }
    }

    @Test(arguments: sizes)
    func theFrameIsTheOutermostThatIsThoughtToBeSeen(size: Size) {
        let insets = EdgeInsets(top: 3, right: 17, bottom: 5, left: 13)
        let calibration = calibration(size, insets)
        _ = calibration.press(.tab)
        let picture = easel(size, calibration).picture
        let (x, y) = (size.width / 3, size.height * 3 / 5)
        #expect(picture[x, 3] == Self.chosen && picture[x, 2] != Self.chosen)
        #expect(picture[size.width - 1 - 17, y] == Self.other && picture[size.width - 17, y] != Self.other)
        #expect(picture[x, size.height - 1 - 5] == Self.other && picture[x, size.height - 5] != Self.other)
        #expect(picture[13, y] == Self.other && picture[12, y] != Self.other)
    }

    @Test(
        arguments: [Size(width: 320, height: 240), Size(width: 400, height: 360)]
            + [1, 2, 5, 16, 40, 100].map { Size(width: $0, height: $0) })
    func drawnOverTheLastItLooksTheSameAsRedrawn(size: Size) {
        let keys: [Key] = [
            .pageUp, .right, .up, .tab, .pageUp, .left, .backTab, .character("+"), .pageUp, .tab, .tab, .tab, .pageUp,
            .pageUp, .pageUp, .tab, .pageUp, .character("0"), .tab, .pageDown,
        ]
        let calibration = calibration(size)
        let easel = easel(size, calibration)
        for key in keys {
            let former = easel.picture
            let outcome = calibration.press(key)
            let damage = easel.draw()
            let picture = easel.picture
            #expect(picture == self.easel(size, calibration).picture, "\(key)")
            #expect(damage.isEmpty == (outcome != .changed), "\(key)")
            let changed = picture.differences(from: former)
            #expect(changed.allSatisfy { pixel in damage.contains { $0.contains(pixel) } }, "\(key)")
        }
    }

    @Test func withoutAKeyNothingIsDrawn() {
        let size = Size(width: 640, height: 480)
        #expect(easel(size, calibration(size)).draw().isEmpty)
    }

    @Test func aRotatedPictureShowsTheValuesAtTheScreensEdges() {
        let size = Size(width: 480, height: 640)
        let calibration = calibration(size, EdgeInsets(top: 0, right: 40, bottom: 0, left: 0), lying: .clockwise)
        // The screen's right edge is the top of the picture.
        #expect(easel(size, calibration, lying: .clockwise).picture[160, 40] == Self.chosen)
    }

    @Test func valuesOfALargerScreenAreAccepted() {
        let calibration = calibration(
            Size(width: 4000, height: 3000), EdgeInsets(top: 1000, right: 900, bottom: 700, left: 2000))
        for size in [Size(width: 1, height: 1), Size(width: 640, height: 480)] {
            #expect(easel(size, calibration).picture.pixels.contains(Self.chosen.rgb))
        }
    }

    @Test(arguments: [true, false])
    func theTextIsInTheMiddleAndSaysTheValues(hasKeys: Bool) {
        let size = Size(width: 640, height: 480)
        let easels = [1, 2].map {
            easel(size, calibration(size, EdgeInsets(top: $0, right: 0, bottom: 0, left: 0), hasKeys: hasKeys))
        }
        let middle = Rectangle(x: 160, y: 120, width: 320, height: 240)
        let changed = easels[0].picture.differences(from: easels[1].picture).filter { middle.contains($0) }
        // The change is in the pixels, the percentages and the argument.
        #expect(Set(changed.map(\.y)).count > 10)
        let ink = middle.y..<middle.y + middle.height
        #expect(ink.contains { y in (0..<320).contains { easels[0].picture[160 + $0, y] == .white } })
    }
}
