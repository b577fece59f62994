import ScreensLinux

extension NextUpdate {
    /// The first refresh after the machine's clock has reached a time, which a drawn clock needs:
    ///
    /// ```swift
    /// let second = view.timing.wallTime.components.seconds
    /// // Draw `second`.
    /// view.nextUpdate = .atWallTime(.seconds(second + 1))
    /// ```
    ///
    /// If the clock is set meanwhile, the call is too early or too late by as much. The next call is right.
    ///
    /// - Parameter time: the time since 1970 in UTC (`CLOCK_REALTIME`).
    public static func atWallTime(_ time: Duration) -> NextUpdate {
        // The two clocks cannot be read at the same moment, and a frame must not be early because of that.
        .at(WallClock.monotonic(of: time).advanced(by: .microseconds(20)))
    }
}

extension FrameTiming {
    /// The time of the machine's clock at which this frame is shown (``targetTimestamp``): since 1970 in UTC
    /// (`CLOCK_REALTIME`). A drawn clock that shows this time is exact; ``NextUpdate/atWallTime(_:)`` requests the call
    /// for its next change.
    public var wallTime: Duration { WallClock.time(of: targetTimestamp) }
}
