/// A picture aspect ratio, as width to height.
public struct AspectRatio: Sendable, Hashable, CustomStringConvertible {
    /// The width's part.
    public let width: Int

    /// The height's part.
    public let height: Int

    /// Creates a ratio as written, without reducing it: 16:10 stays 16:10.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The ratio of a picture with square pixels, reduced; nil where a side is not positive.
    ///
    /// 8:5 is given as 16:10, the name everyone knows it by.
    public init?(ofWidth width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        var (larger, smaller) = (width, height)
        while smaller > 0 {
            (larger, smaller) = (smaller, larger % smaller)
        }
        let (reducedWidth, reducedHeight) = (width / larger, height / larger)
        if reducedWidth == 8, reducedHeight == 5 {
            self.init(width: 16, height: 10)
        } else {
            self.init(width: reducedWidth, height: reducedHeight)
        }
    }

    /// The ratio as people write it: `16:9`.
    public var description: String {
        "\(width):\(height)"
    }
}
