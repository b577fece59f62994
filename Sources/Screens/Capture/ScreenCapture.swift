/// A captured picture of a screen.
public struct ScreenCapture: Sendable, Hashable {
    /// The picture, in the size of the screen's mode.
    ///
    /// It is the composed picture before gamma and other colour corrections.
    public let picture: Picture
    /// Whether the screen still showed the same buffers when all of them had been read. If not, its program draws faster
    /// than buffers can be read, and parts of the picture may be newer than others.
    public let isSteady: Bool
    /// The layers that are missing in the picture, such as a cursor in an unsupported format.
    public let omissions: [Omission]

    /// A missing layer.
    public struct Omission: Sendable, Hashable {
        /// The plane's property `type` in small letters, `overlay` or `cursor`.
        public let layer: String
        /// The reason why it is missing.
        public let cause: ScreenError
    }
}
