/// When within a refresh a frame is drawn.
public struct FrameSchedule: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Right after the flip of the frame before: most time to draw.
    public static let earliest = FrameSchedule(rawValue: "earliest")
    /// As late as the measured drawing time and a margin allow: what is shown is at its freshest.
    public static let latest = FrameSchedule(rawValue: "latest")
}
