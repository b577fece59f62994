import ScreensKMS
import Testing

@testable import Screens

/// Probes of displays whose EDID comes late, on a clock of whole seconds.
@Suite struct EDIDRetriesTests {
    private static func time(_ seconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: seconds * 1_000_000_000) }

    /// Returns the seconds at which the card is probed, if it is also read at other times.
    private static func probes(readAt reads: [Int64], _ lacking: (Int64) -> [ConnectorID]) -> [Int64] {
        var retries = EDIDRetries()
        var timers: [Int64] = []
        var probes: [Int64] = []
        for second in 0...100 as ClosedRange<Int64> {
            let isDue = timers.contains(second) && retries.isDue(at: time(second))
            if isDue { probes.append(second) }
            guard isDue || reads.contains(second) else { continue }
            if let delay = retries.read(lacking: lacking(second), at: time(second)) {
                timers.append(second + delay / 1_000_000_000)
            }
        }
        return probes
    }

    @Test(
        arguments: [
            ("no EDID ever", [0], 0, 100, [1, 3, 10, 30]),
            ("it comes before the second probe", [0], 0, 2, [1, 3]),
            ("it is there", [0], 0, 0, []),
            ("hotplugs start no further timers", [0, 1, 2, 5, 6, 50], 0, 100, [1, 3, 10, 30]),
            ("the display is connected later", [0, 5], 5, 100, [6, 8, 15, 35]),
        ] as [(String, [Int64], Int64, Int64, [Int64])])
    func aDisplayWithoutAnEDIDIsProbedAgain(
        _ name: String, _ reads: [Int64], _ from: Int64, _ until: Int64, _ probes: [Int64]
    ) {
        #expect(Self.probes(readAt: reads) { (from..<max(until, from)).contains($0) ? [7] : [] } == probes, "\(name)")
    }

    @Test func eachDisplayHasItsOwnTimes() {
        let probes = Self.probes(readAt: [0, 2]) { $0 < 2 ? [7] : [7, 8] }
        #expect(probes == [1, 3, 5, 10, 12, 30, 32])
    }

    @Test func aDisplayThatIsPluggedInAgainStartsOver() {
        let probes = Self.probes(readAt: [0, 4, 5]) { $0 == 4 ? [] : [7] }
        #expect(probes == [1, 3, 6, 8, 15, 35])
    }
}
