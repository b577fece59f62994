import Testing

@testable import Screens

/// Insets with any numbers, in modes of any size.
@Suite struct OverscanLimitsTests {
    private static let numbers = [Int.min, -1, 0, 1, 350, 10_000, 1 << 40, Int.max]

    @Test(arguments: [Size(width: 1, height: 1), Size(width: 3, height: 2), Size(width: 16384, height: 1)])
    func aPartOfThePictureStaysVisibleWithAnyInsets(_ mode: Size) {
        for first in Self.numbers {
            for second in Self.numbers {
                for (top, left) in [
                    (Overscan.Inset.pixels(first), Overscan.Inset.hundredths(second)),
                    (.hundredths(first), .pixels(second)), (.hundredths(first), .hundredths(second)),
                ] {
                    let overscan = Overscan(top: top, right: top, bottom: left, left: left)
                    let insets = overscan.insets(in: mode)
                    let seen = insets.inset(mode)
                    #expect(seen.intersection(Rectangle(mode)) == seen)
                    #expect(seen.width >= max(mode.width / 4, 1) && seen.height >= max(mode.height / 4, 1))
                }
            }
        }
    }

    /// The top and bottom insets of a mode with 100 lines, and the resulting insets.
    private static let pairs: [(top: Overscan.Inset, bottom: Overscan.Inset, insets: [Int])] = [
        (.pixels(10), .pixels(20), [10, 20]), (.pixels(75), .pixels(0), [75, 0]), (.pixels(25), .pixels(50), [25, 50]),
        (.hundredths(5_000), .hundredths(5_000), [37, 37]), (.pixels(50), .pixels(50), [37, 37]),
        (.pixels(60), .pixels(30), [50, 25]), (.pixels(30), .pixels(60), [25, 50]), (.pixels(90), .pixels(0), [75, 0]),
        (.pixels(0), .pixels(90), [0, 75]), (.pixels(.max), .pixels(.max), [37, 37]),
        (.pixels(.max), .pixels(50), [50, 25]), (.pixels(-5), .pixels(.max), [0, 75]),
        (.pixels(.min), .hundredths(.max), [0, 75]),
    ]

    @Test(arguments: pairs.indices)
    func insetsThatLeaveTooLittleShrinkInProportion(_ index: Int) {
        let (top, bottom, expected) = Self.pairs[index]
        let mode = Size(width: 100, height: 100)
        let upright = Overscan(top: top, right: .pixels(0), bottom: bottom, left: .pixels(0)).insets(in: mode)
        #expect([upright.top, upright.bottom] == expected)
        let across = Overscan(top: .pixels(0), right: bottom, bottom: .pixels(0), left: top).insets(in: mode)
        #expect([across.left, across.right] == expected)
    }

    @Test(arguments: [Size(width: 1920, height: 1080), Size(width: 1366, height: 769), Size(width: 5, height: 3)])
    func equalInsetsAreEqualOnBothSidesUpToAHalf(_ mode: Size) {
        for hundredths in stride(from: 0, through: 5_000, by: 25) {
            let insets = Overscan(.hundredths(hundredths)).insets(in: mode)
            #expect(insets.top == insets.bottom && insets.left == insets.right, "\(hundredths)")
        }
    }

    @Test func insetsOutsideTheirLimitsAreClamped() {
        let mode = Size(width: 100, height: 100)
        #expect(Overscan(.hundredths(.min)).insets(in: mode) == .zero)
        let top = Overscan(top: .hundredths(.max), right: .pixels(0), bottom: .pixels(0), left: .pixels(0))
        #expect(top.insets(in: mode) == EdgeInsets(top: 75, right: 0, bottom: 0, left: 0))
    }
}
