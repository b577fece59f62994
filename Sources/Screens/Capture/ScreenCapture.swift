/// What a screen showed, as far as it could be read.
public struct ScreenCapture: Sendable, Hashable {
    /// The picture, in the size of the screen's mode.
    ///
    /// It is what the card puts together before gamma and other colour corrections.
    public let picture: Picture
    /// Whether the screen went on showing the buffers that were read until all of it was read. Where it did not, its
    /// program draws faster than can be read here, and parts of the picture may be newer than others.
    public let isSteady: Bool
    /// What else is on the screen and missing in the picture, such as a cursor in a format that cannot be read.
    public let omissions: [Omission]

    /// A layer that is missing in a picture.
    public struct Omission: Sendable, Hashable {
        /// What the layer is for: the plane's property `type` in small letters, `overlay` or `cursor`.
        public let layer: String
        /// Why it is missing.
        public let cause: ScreenError
    }
}
