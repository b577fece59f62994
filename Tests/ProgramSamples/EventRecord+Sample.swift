@testable import Screens

extension EventRecord {
    /// Creates an event with a time in nanoseconds.
    init(_ event: ScreenEvent, sequence: UInt64 = 0, time: Int64 = 0) {
        self.init(event: event, sequence: sequence, time: MonotonicTime(nanoseconds: time))
    }
}
