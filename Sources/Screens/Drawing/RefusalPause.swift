import ScreensLinux

/// The time in which no buffer is tried after the kernel has refused one.
///
/// The reason may pass, for example if another screen takes too much of the memory's bandwidth, or never. So the pause
/// is short at first, and twice as long after each refusal that follows soon. A card that always refuses then loses a
/// refresh an hour.
struct RefusalPause {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(3600)

    private(set) var isRunning = false
    private var end = MonotonicTime(nanoseconds: 0)
    private var length = Duration.zero

    /// Begins a pause.
    mutating func begin(at now: MonotonicTime) {
        // Buffers that were shown for longer than the former pause are a new beginning.
        let isRepeated = length > .zero && end.duration(to: now) <= length
        length = isRepeated ? min(length * 2, Self.longest) : Self.shortest
        end = now.advanced(by: length)
        isRunning = true
    }

    /// Ends the pause if it has lasted long enough.
    mutating func timePassed(to now: MonotonicTime) {
        if isRunning, now >= end { isRunning = false }
    }
}
