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
    private(set) var lost = 0
    private var last: (picture: PictureNumber, time: MonotonicTime)?

    init() {
        // The frame path allocates nothing.
        begins.reserveCapacity(Self.most)
    }

    /// Notes that a frame of a picture was drawn, in the frame path.
    mutating func drawn(_ picture: PictureNumber, _ timing: FrameTiming) {
        guard picture != last?.picture else { return }
        let seen = last.map { timing.timestamp >= $0.time.advanced(by: .zero - timing.duration / 2) }
        last = (picture, timing.targetTimestamp)
        guard begins.count < Self.most else {
            lost += 1
            return
        }
        begins.append(Begin(picture: picture, time: timing.targetTimestamp, formerWasSeen: seen))
    }

    /// Returns the pictures since the last call, in their order.
    mutating func take() -> [Begin] {
        defer { begins.removeAll(keepingCapacity: true) }
        return begins
    }

    /// Notes the next picture as a new one.
    mutating func forget() { last = nil }
}
