import ScreensConfiguration

/// The clock of the machine, as the kernel has it: a part of ``StatusDocument``.
public struct ClockDocument: Codable, Sendable, Equatable {
    /// Whether a program keeps it, such as chrony, ptp4l or systemd-timesyncd.
    public let synchronized: Bool
    /// The largest error that the kernel reckons with, in microseconds; nil if it does not say.
    @Nullable public private(set) var errorMicroseconds: Int?

    package init(synchronized: Bool, errorMicroseconds: Int?) {
        self.synchronized = synchronized
        self.errorMicroseconds = errorMicroseconds
    }
}

/// How far the last pictures of a content that follows the clock were from their times by the clock of the machine.
public struct ClockOffsetDocument: Codable, Sendable, Equatable {
    /// The number of pictures, at most 256.
    public let pictures: Int
    /// The median, in microseconds from the time of a picture to the first refresh that showed it. It is negative if
    /// pictures came too early.
    public let medianMicroseconds: Int
    /// The 99th percentile of the distances, in microseconds.
    public let percentile99Microseconds: Int

    package init(pictures: Int, medianMicroseconds: Int, percentile99Microseconds: Int) {
        self.pictures = pictures
        self.medianMicroseconds = medianMicroseconds
        self.percentile99Microseconds = percentile99Microseconds
    }
}
