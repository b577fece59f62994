import CScreensDRM

/// The id of a KMS object. Each kind of object has a type of its own, so that a plane is never taken for a CRTC.
///
/// Ids are valid on one card. The kernel's 0 means no object, which is nil here.
public protocol ObjectID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible
where RawValue == UInt32 {
    /// Makes an id from the kernel's number.
    init(rawValue: UInt32)
}

extension ObjectID {
    /// Makes an id from a field of the kernel.
    ///
    /// - Returns: nil for 0, which means no object.
    init?(nonZero rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.init(rawValue: rawValue)
    }

    /// Compares the numbers.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// The number only.
    public var description: String { String(rawValue) }
}

/// The id of a connector (`DRM_MODE_OBJECT_CONNECTOR`).
public struct ConnectorID: ObjectID {
    /// The kernel's number, above 0.
    public let rawValue: UInt32
    /// Makes an id from the kernel's number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The id of a CRTC (`DRM_MODE_OBJECT_CRTC`). It is not the CRTC's index, ``CRTC/index``.
package struct CRTCID: ObjectID {
    /// The kernel's number, above 0.
    package let rawValue: UInt32
    /// Makes an id from the kernel's number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The id of a plane (`DRM_MODE_OBJECT_PLANE`).
package struct PlaneID: ObjectID {
    /// The kernel's number, above 0.
    package let rawValue: UInt32
    /// Makes an id from the kernel's number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The id of a framebuffer (`DRM_MODE_OBJECT_FB`), the value of the property `FB_ID`.
package struct FramebufferID: ObjectID {
    /// The kernel's number, above 0.
    package let rawValue: UInt32
    /// Makes an id from the kernel's number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The id of a property blob (`DRM_MODE_OBJECT_BLOB`), the value of properties such as `MODE_ID`.
package struct BlobID: ObjectID {
    /// The kernel's number, above 0.
    package let rawValue: UInt32
    /// Makes an id from the kernel's number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The id of a property (`DRM_MODE_OBJECT_PROPERTY`). Objects of one card that share a property share its id.
package struct PropertyID: ObjectID {
    /// The kernel's number, above 0.
    package let rawValue: UInt32
    /// Makes an id from the kernel's number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// An object with properties, as of its last read: a ``Connector``, a ``CRTC`` or a ``Plane``.
package protocol ModeObject: Sendable {
    /// The type of the object's id.
    associatedtype ID: ObjectID

    /// The kernel's name for the kind of object.
    static var kind: ObjectKind { get }
    /// The object's id on its card.
    var id: ID { get }
    /// The id in the form for all kinds of objects.
    var objectID: AnyObjectID { get }
    /// The properties of the object, from which requests take the ids (``AtomicRequest/set(_:of:to:)-(_,_,UInt64)``).
    var properties: Properties { get }
}

/// The id of an object that has properties, of any kind.
package enum AnyObjectID: Sendable, Hashable, CustomStringConvertible {
    /// The object is a connector, a CRTC or a plane.
    case connector(ConnectorID)
    case crtc(CRTCID)
    case plane(PlaneID)

    /// The kind of the object.
    package var kind: ObjectKind {
        switch self {
        case .connector: .connector
        case .crtc: .crtc
        case .plane: .plane
        }
    }

    /// The kernel's number, unique on a card.
    package var rawValue: UInt32 {
        switch self {
        case .connector(let id): id.rawValue
        case .crtc(let id): id.rawValue
        case .plane(let id): id.rawValue
        }
    }

    /// The kind and the number, such as `plane 31`.
    package var description: String { "\(kind) \(rawValue)" }
}

/// The kinds of object that have properties, `DRM_MODE_OBJECT_*`.
package enum ObjectKind: Sendable, Hashable {
    /// `DRM_MODE_OBJECT_CONNECTOR`, `DRM_MODE_OBJECT_CRTC` and `DRM_MODE_OBJECT_PLANE`.
    case connector, crtc, plane

    /// The constant of the C interface.
    var rawValue: UInt32 {
        switch self {
        case .connector: DRM_MODE_OBJECT_CONNECTOR
        case .crtc: DRM_MODE_OBJECT_CRTC
        case .plane: DRM_MODE_OBJECT_PLANE
        }
    }
}
