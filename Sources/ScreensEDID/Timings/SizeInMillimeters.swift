/// The size of a picture in mm.
package struct SizeInMillimeters: Sendable, Hashable {
    /// The width in mm.
    package let width: Double

    /// The height in mm.
    package let height: Double

    /// Makes a size in mm.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

extension SizeInMillimeters {
    /// Whether the numbers are an aspect ratio, which displays send instead of a size: 16x9 mm, or in cm 16x9 and
    /// 160x90.
    ///
    /// Upright ratios count too. 40x30 cm is a size of real monitors, so only the wide ratios count ten times as large.
    package var isAspectRatio: Bool {
        let (long, short) = (max(width, height), min(width, height))
        return Self.ratios.contains { ratio in
            ratio.scales.contains { long == ratio.long * $0 && short == ratio.short * $0 }
        }
    }

    private static let ratios: [(long: Double, short: Double, scales: [Double])] = [
        (16, 9, [1, 10, 100]), (16, 10, [1, 10, 100]), (4, 3, [1, 10]), (5, 4, [1, 10]), (15, 9, [1, 10]),
        (21, 9, [1, 10]),
    ]

    /// Returns whether no side differs by more than `distance`.
    func isWithin(_ distance: Double, of other: Self) -> Bool {
        abs(width - other.width) <= distance && abs(height - other.height) <= distance
    }
}
