/// What is done about the edges of a picture that a display does not show.
public struct OverscanCompensation: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture is made smaller, so that it fits into what is seen. The bounds stay those of the mode.
    public static let scale = OverscanCompensation(rawValue: "scale")
    /// The bounds are what is seen, pixel for pixel, with black around it.
    public static let insetBounds = OverscanCompensation(rawValue: "inset")
    /// Nothing is done: ``PictureLayout/insets`` says what is not seen, for those who lay out by it.
    public static let none = OverscanCompensation(rawValue: "none")

    /// Those that there are.
    public static let all: [OverscanCompensation] = [.scale, .insetBounds, .none]
}
