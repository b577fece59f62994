import ScreensJSON

/// The messages between the player and a decoder of it.
///
/// The decoder states a format, gets memory for a number of frames, and fills the free ones. It is not trusted: a frame
/// is a number and two times, and the player checks that the slot of the number is free.
public enum DecoderMessage: Sendable, Hashable {
    /// The frames from now on have this format. The decoder then waits for memory.
    case format(JSONValue)
    /// A frame is in a slot of the memory.
    case frame(slot: Int, VideoFrame)
    /// The film is over, or ends early: its container states a greater length.
    case ended(early: String?)
    /// The film cannot be shown, for a reason and with a remedy for people.
    case failed(reason: String, remedy: String?)
    /// A number of free slots, in the memory whose descriptor is sent with the message.
    case memory(slots: Int)
    /// A slot is free again.
    case free(slot: Int)

    /// Reads a message; nil if the value is not a message.
    public init?(_ message: JSONValue) {
        let slot = message["slot"]?.int.flatMap { Int(exactly: $0) } ?? -1
        switch message["type"]?.string {
        case "format":
            guard let format = message["format"] else { return nil }
            self = .format(format)
        case "frame":
            guard slot >= 0, let round = message["round"]?.int, let time = message["time"]?.int,
                let end = message["end"]?.int, 0...Self.latest ~= time, 0...Self.latest ~= end,
                0...Int64(Int32.max) ~= round
            else { return nil }
            self = .frame(slot: slot, VideoFrame(round: Int(round), time: time, end: end))
        case "ended": self = .ended(early: Self.text(message["early"]))
        case "failed":
            self = .failed(reason: Self.text(message["reason"]) ?? "", remedy: Self.text(message["remedy"]))
        case "memory": self = .memory(slots: Int(message["slots"]?.int ?? 0))
        case "free": self = .free(slot: slot)
        default: return nil
        }
    }

    /// A text for people, of a length that the daemon takes in a reply.
    private static func text(_ value: JSONValue?) -> String? {
        value?.string.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(300))) }
    }

    /// The latest time of a frame: ten years, so that no sum of two overflows.
    private static let latest: Int64 = 3650 * 86_400 * 1_000_000_000

    public var json: JSONValue {
        switch self {
        case .format(let format): ["type": "format", "format": format]
        case .frame(let slot, let frame):
            [
                "type": "frame", "slot": .int(Int64(slot)), "round": .int(Int64(frame.round)),
                "time": .int(frame.time), "end": .int(frame.end),
            ]
        case .ended(let early): ["type": "ended", "early": early.map { .string($0) } ?? .null]
        case .failed(let reason, let remedy):
            ["type": "failed", "reason": .string(reason), "remedy": remedy.map { .string($0) } ?? .null]
        case .memory(let slots): ["type": "memory", "slots": .int(Int64(slots))]
        case .free(let slot): ["type": "free", "slot": .int(Int64(slot))]
        }
    }
}
