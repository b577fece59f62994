import Testing

@testable import Screens

/// Insets of any numbers, in modes of any size.
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

    @Test func insetsOutsideTheirLimitsAreClamped() {
        let mode = Size(width: 100, height: 100)
        #expect(Overscan(.hundredths(.min)).insets(in: mode) == .zero)
        let top = Overscan(top: .hundredths(.max), right: .pixels(0), bottom: .pixels(0), left: .pixels(0))
        #expect(top.insets(in: mode) == EdgeInsets(top: 75, right: 0, bottom: 0, left: 0))
    }
}
