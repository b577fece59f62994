/// Images that follow one another in time.
public struct AnimatedImage: Sendable {
    /// A picture and the time for which it is shown.
    public struct Frame: Sendable, Hashable {
        /// The picture.
        public let image: Image
        /// The time for which the picture is shown.
        public let duration: Duration

        /// Makes a frame from a picture and the time for which it is shown.
        public init(_ image: Image, for duration: Duration) {
            self.image = image
            self.duration = duration
        }
    }

    /// The frames, in order.
    public let frames: [Frame]
    /// Whether the first frame follows the last one; otherwise the last one stays.
    public let repeats: Bool
    /// The length of all frames together.
    public let duration: Duration
    /// The end of each frame, from the start of the first one.
    private let ends: [Duration]

    /// Makes an animation of frames.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if there is no frame, or a duration is not positive.
    public init(_ frames: [Frame], repeats: Bool = true) throws(ScreenError) {
        guard !frames.isEmpty, frames.allSatisfy({ $0.duration > .zero }) else {
            throw ScreenError(
                .invalidArgument, operation: "animate", object: "\(frames.count) frames",
                remedy: "at least one is needed, and each is shown for a positive time")
        }
        var ends: [Duration] = []
        for frame in frames { ends.append((ends.last ?? .zero) + frame.duration) }
        self.frames = frames
        self.repeats = repeats
        self.ends = ends
        duration = ends.last ?? .zero
    }

    /// Makes an animation of pictures that are shown equally long, such as the pictures of a ``SpriteSheet``.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if there is no picture, or the duration is not positive.
    public init(_ images: [Image], each duration: Duration, repeats: Bool = true) throws(ScreenError) {
        try self.init(images.map { Frame($0, for: duration) }, repeats: repeats)
    }

    /// The picture at a time since the start. Before the start it is the first one.
    public func image(at time: Duration) -> Image { frames[index(at: time)].image }

    /// The number of the frame at a time since the start, 0 for the first one.
    public func index(at time: Duration) -> Int {
        let place = place(of: time)
        // Finds the first frame that ends later.
        var (lower, upper) = (0, ends.count - 1)
        while lower < upper {
            let middle = (lower + upper) / 2
            if ends[middle] > place { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }

    /// The time from a given time until the picture changes; nil if it stays.
    public func timeToNextFrame(at time: Duration) -> Duration? {
        guard frames.count > 1 else { return nil }
        if time < .zero { return ends[0] - time }
        let index = index(at: time)
        return repeats || index < frames.count - 1 ? ends[index] - place(of: time) : nil
    }

    /// The time within the animation.
    private func place(of time: Duration) -> Duration {
        guard repeats, time > .zero else { return time }
        return Duration(attoseconds: time.attoseconds % duration.attoseconds)
    }
}
