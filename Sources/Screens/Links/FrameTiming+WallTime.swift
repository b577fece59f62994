import ScreensLinux

extension NextUpdate {
    /// For the first refresh that comes when the machine's clock has reached a time, as a clock needs it:
    ///
    /// ```swift
    /// let second = view.timing.wallTime.components.seconds
    /// // Draw `second`.
    /// view.nextUpdate = .atWallTime(.seconds(second + 1))
    /// ```
    ///
    /// If the clock is set meanwhile, the call comes as much too early or too late; the next one is right.
    ///
    /// - Parameter time: since 1970 in UTC (`CLOCK_REALTIME`).
    public static func atWallTime(_ time: Duration) -> NextUpdate {
        // The two clocks cannot be read at once: a frame must not be earlier by that.
        .at(WallClock.monotonic(of: time).advanced(by: .microseconds(20)))
    }
}

extension FrameTiming {
    /// The time of the machine's clock at which this frame is shown (``targetTimestamp``): since 1970 in UTC
    /// (`CLOCK_REALTIME`). A clock that shows this time is neither early nor late, and ``NextUpdate/atWallTime(_:)`` calls it
    /// for its next one.
    public var wallTime: Duration { WallClock.time(of: targetTimestamp) }
}
