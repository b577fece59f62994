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

/// The formats of a plane with the modifiers that each may have: the blob `IN_FORMATS`, a `drm_format_modifier_blob`.
struct FormatList: Sendable, Hashable {
    /// The formats that may be linear, in the plane's order.
    let linear: [UInt32]

    /// - Returns: nil for bytes that are no such list.
    init?(_ bytes: [UInt8]) {
        func word(_ offset: Int) -> UInt32? {
            guard offset >= 0, offset <= bytes.count - 4 else { return nil }
            return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        }
        func long(_ offset: Int) -> UInt64? {
            guard offset >= 0, offset <= bytes.count - 8 else { return nil }
            return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        }
        guard let formatCount = word(8), let formatsOffset = word(12), let modifierCount = word(16),
            let modifiersOffset = word(20), Int(formatCount) <= bytes.count / 4,
            Int(modifierCount) <= bytes.count / Self.modifierSize
        else { return nil }
        let formats = (0..<Int(formatCount)).compactMap { word(Int(formatsOffset) + $0 * 4) }
        guard formats.count == Int(formatCount) else { return nil }
        var isLinear = [Bool](repeating: false, count: formats.count)
        for index in 0..<Int(modifierCount) {
            let entry = Int(modifiersOffset) + index * Self.modifierSize
            // Which formats: 64 of them, from the one at an offset on.
            guard let mask = long(entry), let first = word(entry + 8), let modifier = long(entry + 16) else {
                return nil
            }
            guard modifier == Self.linearModifier else { continue }
            for bit in 0..<64 where mask >> UInt64(bit) & 1 == 1 {
                let place = Int(first) + bit
                if isLinear.indices.contains(place) { isLinear[place] = true }
            }
        }
        linear = zip(formats, isLinear).filter(\.1).map(\.0)
    }

    private static let modifierSize = 24
    /// `DRM_FORMAT_MOD_LINEAR`.
    private static let linearModifier: UInt64 = 0
}
