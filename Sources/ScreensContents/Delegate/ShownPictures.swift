import Screens

/// The pictures that a screen has begun to draw, and whether they were on the screen. The screen's thread notes them,
/// and the main loop takes them.
package struct ShownPictures: Sendable {
    /// A picture that the screen has begun to draw.
    package struct Begin: Sendable, Hashable {
        package let picture: PictureNumber
        /// The refresh that its first frame is for.
        package let time: MonotonicTime
        /// Whether a frame of the picture before it was on the screen: the kernel has reported its flip. Nil for the
        /// first picture.
        package let formerWasSeen: Bool?
    }

    /// The most pictures that wait for the main loop. Others are lost.
    private static let most = 64

    private var begins: [Begin] = []
    /// The refresh that the first frame of the last picture is for.
    private var last: MonotonicTime?

    init() {
        // The frame path allocates nothing.
        begins = Self.room
    }

    /// Notes the first frame of a picture, in the frame path.
    mutating func begin(_ picture: PictureNumber, _ timing: FrameTiming) {
        let seen = last.map { timing.timestamp > $0.advanced(by: .zero - timing.duration) }
        last = timing.targetTimestamp
        guard begins.count < Self.most else { return }
        begins.append(Begin(picture: picture, time: timing.targetTimestamp, formerWasSeen: seen))
    }

    /// Whether no picture has begun since the last exchange.
    var isEmpty: Bool { begins.isEmpty }

    /// An empty list with room for the pictures until the next exchange.
    static var room: [Begin] {
        var room: [Begin] = []
        room.reserveCapacity(most)
        return room
    }

    /// Gives the pictures since the last exchange, in their order, for an empty list.
    mutating func exchange(_ list: inout [Begin]) { swap(&begins, &list) }

    /// Notes the next picture as a new one.
    mutating func forget() { last = nil }
}
