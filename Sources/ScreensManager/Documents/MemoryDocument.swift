import ScreensLinux

/// The memory budget of the daemon: a part of ``StatusDocument``.
public struct MemoryDocument: Codable, Sendable, Equatable {
    /// The bytes that may be granted in total.
    public let limit: Int
    /// The granted bytes in total.
    public let used: Int
    /// The granted bytes for files of pictures and their decoding.
    public let decoding: Int
    /// The granted bytes for pictures that are shown, or ready to be shown.
    public let pictures: Int
    /// The granted bytes for snapshots that are made or not read.
    public let snapshots: Int
    /// The granted bytes for the memory of clients that draw.
    public let frames: Int
    /// The granted bytes for other replies that clients have not read.
    public let replies: Int
    /// The number of refused requests since the start.
    public let refusals: Int

    package init(_ usage: MemoryBudget.Usage) {
        limit = usage.limit
        used = usage.sum
        decoding = usage.bytes[.decoding] ?? 0
        pictures = usage.bytes[.pictures] ?? 0
        snapshots = usage.bytes[.snapshots] ?? 0
        frames = usage.bytes[.frames] ?? 0
        replies = usage.bytes[.replies] ?? 0
        refusals = Int(clamping: usage.refusals)
    }
}
