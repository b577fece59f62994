import ScreensJSON

/// The slots of the memory that the decoder draws in and the daemon shows: the frame in each, and the calls that show
/// it. Pure: messages in, messages out.
public struct VideoSlots: Sendable {
    /// The number of slots of a memory: one is on the screen, one is drawn by the decoder, and the others wait for
    /// their refresh, for as long as the decoder may be late.
    public static let slotCount = 6
    /// The most frames in a row that are dropped because they are late. A picture that is late is better than none.
    private static let mostDropped = 3

    private struct Sent {
        let slot: Int
        let memory: Int
        let refresh: Int64
    }

    /// The refreshes of the frames; nil before the first reply to `Draw`.
    private var timeline: FilmTimeline?
    /// The frames that wait for that reply.
    private var waiting: [(slot: Int, frame: VideoFrame)] = []
    private var sent: [Sent] = []
    /// The slot of the frame on the screen.
    private var shown: Int?
    /// The number of the present memory: slots of former ones are not used again.
    private var memory = 0
    private var droppedInRow = 0
    /// Whether the next frame is shown however late it is.
    private var mustShow = true
    /// The place in the film of the last frame, in nanoseconds.
    public private(set) var position: Int64 = 0
    /// Whether a frame has been shown.
    public private(set) var isPlaying = false

    public init() {}

    /// Whether the daemon has not answered for all frames.
    public var isBusy: Bool { !sent.isEmpty || !waiting.isEmpty }

    /// The number of slots that the decoder may draw in.
    public var freeCount: Int { (0..<Self.slotCount).count { isFree($0) } }

    /// Whether the decoder may draw in a slot: it exists, and its frame neither waits nor is on the screen.
    public func isFree(_ slot: Int) -> Bool {
        0..<Self.slotCount ~= slot && slot != shown && !waiting.contains { $0.slot == slot }
            && !sent.contains { $0.memory == memory && $0.slot == slot }
    }

    /// Uses another memory, all of which is free.
    public mutating func useMemory() {
        memory += 1
        shown = nil
        waiting = []
        mustShow = true
    }

    /// Goes on with another decoder.
    public mutating func decoderBegins() { timeline?.decoderBegins() }

    /// Takes the rate of the screen, from the reply to `Draw`.
    ///
    /// - Returns: the calls of `Frame` that are due.
    public mutating func take(_ rate: FilmTimeline.Rate) -> [JSONValue] {
        if timeline == nil { timeline = FilmTimeline(rate: rate) } else { timeline?.use(rate) }
        let frames = waiting
        waiting = []
        return frames.compactMap { take($0.frame, in: $0.slot) }
    }

    /// Takes a frame of the decoder.
    ///
    /// - Returns: the parameters of `Frame`; nil while the rate of the screen is not known.
    public mutating func take(_ frame: VideoFrame, in slot: Int) -> JSONValue? {
        position = frame.time
        guard timeline != nil, let refresh = timeline?.take(frame) else {
            waiting.append((slot, frame))
            return nil
        }
        sent.append(Sent(slot: slot, memory: memory, refresh: refresh))
        let drops = !mustShow
        mustShow = false
        return ["buffer": .int(Int64(slot)), "refresh": .int(refresh), "drop": .bool(drops)]
    }

    /// Takes the reply to the oldest call of `Frame`.
    ///
    /// - Returns: the slot that is free now; nil if none is.
    public mutating func takeReply(refresh: Int64, isDropped: Bool) -> Int? {
        guard !sent.isEmpty else { return nil }
        let frame = sent.removeFirst()
        if timeline?.shown(at: refresh, wanted: frame.refresh) == true { mustShow = true }
        droppedInRow = isDropped ? droppedInRow + 1 : 0
        if droppedInRow >= Self.mostDropped { mustShow = true }
        guard frame.memory == memory else { return nil }
        if isDropped { return frame.slot }
        isPlaying = true
        defer { shown = frame.slot }
        return shown
    }
}
