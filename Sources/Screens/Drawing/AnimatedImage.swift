/// Images that follow one another in time.
public struct AnimatedImage: Sendable {
    /// An image and the time for which it is shown.
    public struct TimedImage: Sendable, Hashable {
        /// The image.
        public let image: Image
        /// The time for which the image is shown.
        public let duration: Duration

        /// Adds to an image the time for which it is shown.
        public init(_ image: Image, for duration: Duration) {
            self.image = image
            self.duration = duration
        }
    }

    /// The images, in order.
    public let images: [TimedImage]
    /// Whether the first image follows the last one; otherwise the last one stays.
    public let repeats: Bool
    /// The length of all images together.
    public let duration: Duration
    /// The end of each image, from the start of the first one.
    private let ends: [Duration]

    /// Makes an animation of images with their times.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if `images` is empty, or a duration is not
    ///   positive.
    public init(_ images: [TimedImage], repeats: Bool = true) throws(ScreenError) {
        guard !images.isEmpty, images.allSatisfy({ $0.duration > .zero }) else {
            throw ScreenError(
                .invalidArgument, operation: "animate", object: "\(images.count) images",
                remedy: "at least one is needed, and each is shown for a positive time")
        }
        var ends: [Duration] = []
        for image in images { ends.append((ends.last ?? .zero) + image.duration) }
        self.images = images
        self.repeats = repeats
        self.ends = ends
        duration = ends.last ?? .zero
    }

    /// Makes an animation of images that are shown equally long, such as the images of a ``SpriteSheet``.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if `images` is empty, or the duration is not
    ///   positive.
    public init(_ images: [Image], each duration: Duration, repeats: Bool = true) throws(ScreenError) {
        try self.init(images.map { TimedImage($0, for: duration) }, repeats: repeats)
    }

    /// The image at a time since the start. Before the start it is the first one.
    public func image(at time: Duration) -> Image { images[index(at: time)].image }

    /// The number of the image at a time since the start, 0 for the first one.
    public func index(at time: Duration) -> Int {
        let place = place(of: time)
        // Finds the first image that ends later.
        var (lower, upper) = (0, ends.count - 1)
        while lower < upper {
            let middle = (lower + upper) / 2
            if ends[middle] > place { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }

    /// The time from a given time until the image changes; nil if it stays.
    public func timeToNextImage(at time: Duration) -> Duration? {
        guard images.count > 1 else { return nil }
        if time < .zero { return ends[0] - time }
        let index = index(at: time)
        return repeats || index < images.count - 1 ? ends[index] - place(of: time) : nil
    }

    /// The time within the animation.
    private func place(of time: Duration) -> Duration {
        guard repeats, time > .zero else { return time }
        return Duration(attoseconds: time.attoseconds % duration.attoseconds)
    }
}
