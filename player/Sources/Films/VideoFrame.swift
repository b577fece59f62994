/// The place of a video frame in its film, as the decoder has read it.
public struct VideoFrame: Sendable, Hashable {
    /// The number of the round, from 0: each loop is another one.
    public let round: Int
    /// Its time in the film, and its end, in nanoseconds.
    public let time: Int64
    public let end: Int64

    public init(round: Int, time: Int64, end: Int64) {
        self.round = round
        self.time = time
        self.end = end
    }
}
