import CLibDRM

/// A plane as it was when read: what puts a framebuffer on a CRTC.
public struct Plane: Sendable, Hashable {
    public let id: UInt32
    /// The CRTCs it can serve: bit N is the N-th of the card's resources.
    public let possibleCRTCs: UInt32
    public let crtc: UInt32?
    public let framebuffer: UInt32
    /// `DRM_FORMAT_*` codes.
    public let formats: [UInt32]
    /// Those of them that it shows from memory whose rows follow each other (`IN_FORMATS` with the modifier linear).
    public let linearFormats: [UInt32]
    public let properties: Properties

    /// Whether it carries the picture itself and not an overlay or a cursor (`type` is `Primary`).
    public var isPrimary: Bool { properties["type"]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY) }
    /// Whether it carries the pointer (`type` is `Cursor`).
    public var isCursor: Bool { properties["type"]?.value == UInt64(DRM_PLANE_TYPE_CURSOR) }
}

extension CardDevice {
    /// Reads every plane. The corresponding C functions are `drmModeGetPlaneResources` and `drmModeGetPlane`.
    public func planes() throws(KMSError) -> [Plane] {
        guard let list = drmModeGetPlaneResources(descriptor) else { throw error("drmModeGetPlaneResources") }
        defer { drmModeFreePlaneResources(list) }
        var planes: [Plane] = []
        for index in 0..<Int(list.pointee.count_planes) { planes.append(try plane(list.pointee.planes[index])) }
        return planes
    }

    /// Reads one plane. The corresponding C function is `drmModeGetPlane`.
    public func plane(_ id: UInt32) throws(KMSError) -> Plane {
        guard let pointer = drmModeGetPlane(descriptor, id) else { throw error("drmModeGetPlane", "plane \(id)") }
        defer { drmModeFreePlane(pointer) }
        let raw = pointer.pointee
        let formats = (0..<Int(raw.count_formats)).map { raw.formats[$0] }
        let properties = try properties(of: id, kind: .plane)
        // A driver without modifiers has no such property, and knows linear memory alone.
        let listed = try properties["IN_FORMATS"].map { entry throws(KMSError) in try blob(entry.value) ?? [] }
        return Plane(
            id: id, possibleCRTCs: raw.possible_crtcs,
            crtc: raw.crtc_id == 0 ? nil : raw.crtc_id, framebuffer: raw.fb_id,
            formats: formats, linearFormats: listed.flatMap(FormatList.init)?.linear ?? formats,
            properties: properties)
    }
}
