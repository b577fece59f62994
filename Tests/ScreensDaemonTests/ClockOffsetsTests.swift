import ScreensManager
import Testing

@testable import ScreensDaemon

/// The summary of how far pictures were from their times.
struct ClockOffsetsTests {
    /// Offsets in milliseconds, with the median and the 99th percentile.
    @Test(
        arguments: [
            ([5], 5, 5), ([5, 1], 1, 5), ([3, -9, 1], 1, 9), ([-3, -3, -3, 100], -3, 100),
            (Array(1...100), 50, 99), (Array(1...256), 128, 254), (Array(1...1000), 872, 998),
        ] as [([Int], Int, Int)])
    func theLastPicturesCount(offsets: [Int], median: Int, percentile: Int) {
        var all = ClockOffsets()
        for offset in offsets { all.add(.milliseconds(offset)) }
        #expect(
            all.document
                == ClockOffsetDocument(
                    pictures: min(offsets.count, 256), medianMicroseconds: median * 1000,
                    percentile99Microseconds: percentile * 1000))
    }

    @Test func withoutAPictureThereIsNoSummary() {
        #expect(ClockOffsets().document == nil)
    }
}
