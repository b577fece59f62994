import CLibDRM

/// The kinds of KMS object, `DRM_MODE_OBJECT_*`.
public struct ObjectKind: Sendable, Hashable, RawRepresentable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let crtc = ObjectKind(rawValue: DRM_MODE_OBJECT_CRTC)
    public static let connector = ObjectKind(rawValue: DRM_MODE_OBJECT_CONNECTOR)
    public static let plane = ObjectKind(rawValue: DRM_MODE_OBJECT_PLANE)
}
