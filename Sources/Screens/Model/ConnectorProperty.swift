/// A property of a screen's connector that says how the picture is sent, and that may be set by its name:
/// ``ScreenSettings/properties``.
public struct ConnectorProperty: Sendable, Hashable {
    /// What it may be.
    public enum Allowed: Sendable, Hashable {
        /// One of these names, in the driver's order (`DRM_MODE_PROP_ENUM`).
        case choices([String])
        /// A whole number within these limits (`DRM_MODE_PROP_RANGE`).
        case range(ClosedRange<UInt64>)
        /// `off`, or what kind of picture it is and how bright: see ``ScreenSettings/properties``.
        case metadata
    }

    /// The name that the kernel gives it, such as `Broadcast RGB`.
    public let name: String
    /// What it is, as text; nil where that has no text.
    public internal(set) var value: String?
    /// What it may be set to.
    public let allowed: Allowed

    /// A property as a simulated connector has it (``SimulatedAbilities/properties``).
    public init(_ name: String, value: String?, allowed: Allowed) {
        self.name = name
        self.value = value
        self.allowed = allowed
    }

    /// The names of all properties that may be set; a connector has some of them.
    public static let settableNames = [
        "max bpc", "content type", "Broadcast RGB", "Colorspace", "HDR_OUTPUT_METADATA", "scaling mode",
    ]
}
