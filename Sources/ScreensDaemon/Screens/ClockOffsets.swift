import ScreensManager

/// How far the last pictures that follow the clock were from their times.
struct ClockOffsets: Sendable {
    /// The most pictures that count.
    private static let most = 256

    /// The offsets in microseconds, the oldest first.
    private var last: [Int] = []

    /// Adds a picture.
    ///
    /// - Parameter offset: the duration from the picture's time to the first refresh that showed it.
    mutating func add(_ offset: Duration) {
        last = last.suffix(Self.most - 1) + [Int(offset.wholeNanoseconds / 1000)]
    }

    /// The summary for clients; nil before the first picture.
    var document: ClockOffsetDocument? {
        guard !last.isEmpty else { return nil }
        let (sorted, distances) = (last.sorted(), last.map(abs).sorted())
        return ClockOffsetDocument(
            pictures: last.count, medianMicroseconds: sorted[(last.count - 1) / 2],
            percentile99Microseconds: distances[(last.count * 99 - 1) / 100])
    }
}
