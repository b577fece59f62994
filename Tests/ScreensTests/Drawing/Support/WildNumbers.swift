@testable import Screens

/// Arguments of a careless caller: usually plausible, sometimes extreme.
enum WildNumbers {
    private static let extremes = [
        Int.min, Int.min + 1, Int.min / 2, -(1 << 40), -1 << 31, -1, 0, 1, 1 << 31, 1 << 40, Int.max / 2, Int.max - 1,
        .max,
    ]

    static func place(_ usual: ClosedRange<Int>) -> Int {
        Int.random(in: 0..<8) == 0 ? extremes.randomElement() ?? 0 : Int.random(in: usual)
    }

    static func rectangle(around size: Size) -> Rectangle {
        Rectangle(
            x: place(-size.width...size.width), y: place(-size.height...size.height),
            width: place(-2...2 * size.width), height: place(-2...2 * size.height))
    }
}

extension Rectangle {
    /// Returns whether a pixel is inside, computed without overflow.
    func holds(_ x: Int, _ y: Int) -> Bool {
        x >= self.x && y >= self.y && Int128(x) < Int128(self.x) + Int128(width)
            && Int128(y) < Int128(self.y) + Int128(height)
    }
}
