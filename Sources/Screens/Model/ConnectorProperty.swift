import ScreensKMS

/// A property of a screen's connector that affects how the picture is sent and can be set by name in
/// ``ScreenSettings/properties``.
public struct ConnectorProperty: Sendable, Hashable {
    /// The values that a property can have.
    public enum Allowed: Sendable, Hashable {
        /// One of these names, in the driver's order (`DRM_MODE_PROP_ENUM`).
        case choices([String])
        /// An integer within these limits (`DRM_MODE_PROP_RANGE`).
        case range(ClosedRange<UInt64>)
        /// `off`, or HDR metadata as text: see ``ScreenSettings/properties``.
        case metadata
    }

    /// The kernel's name for the property, such as `Broadcast RGB`.
    public let name: String
    /// The current value as text; nil if it cannot be written as text.
    public let value: String?
    /// The values that it can be set to.
    public let allowed: Allowed

    /// A property of a simulated connector (``SimulatedAbilities/properties``).
    public init(_ name: String, value: String?, allowed: Allowed) {
        self.name = name
        self.value = value
        self.allowed = allowed
    }

    /// The property after a modeset that set some by name.
    func set(by values: [String: String]) -> ConnectorProperty {
        ConnectorProperty(name, value: values[name] ?? value, allowed: allowed)
    }

    /// The names of all properties that can be set. A connector has some of them.
    public static let settableNames = KnownProperty.all.filter(\.isOptional).map(\.name)
}
