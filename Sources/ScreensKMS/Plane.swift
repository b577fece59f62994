import CScreensDRM
import Synchronization

/// A plane as of its last read: it puts a framebuffer on a CRTC.
package struct Plane: ModeObject, Hashable {
    /// `DRM_MODE_OBJECT_PLANE`.
    package static let kind = ObjectKind.plane

    /// The id, valid as long as the card is present.
    package let id: PlaneID
    /// The CRTCs that it can serve.
    package let possibleCRTCs: CRTCMask
    /// The CRTC that it is on, or nil.
    package let crtc: CRTCID?
    /// The framebuffer that it shows, or nil.
    package let framebuffer: FramebufferID?
    /// The `DRM_FORMAT_*` codes that it shows.
    package let formats: [UInt32]
    /// The formats that it shows from linear memory, whose rows follow each other (`IN_FORMATS` with the modifier
    /// linear).
    package let linearFormats: [UInt32]
    /// `FB_ID`, `CRTC_ID`, `SRC_X`, `type`, `IN_FORMATS` and others.
    package let properties: Properties

    /// Whether it shows the picture itself, not an overlay or a cursor (`type` is `Primary`).
    package var isPrimary: Bool { properties["type"]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY) }
    /// Whether it shows the pointer (`type` is `Cursor`).
    package var isCursor: Bool { properties["type"]?.value == UInt64(DRM_PLANE_TYPE_CURSOR) }

    /// Returns whether a value of `rotation` is one rotation, as the kernel requires. Some drivers leave none.
    package static func isOneRotation(_ rotation: UInt64) -> Bool { (rotation & 0xF).nonzeroBitCount == 1 }
}

extension CardDevice {
    /// Reads every plane. The corresponding C functions are `drmModeGetPlaneResources` and `drmModeGetPlane`.
    ///
    /// If the card's file is master, this also reads the planes' pipelines of colours.
    package func planes() throws(KMSError) -> [Plane] {
        guard let list = drmModeGetPlaneResources(descriptor) else { throw error("drmModeGetPlaneResources") }
        defer { drmModeFreePlaneResources(list) }
        let ids = (0..<Int(list.pointee.count_planes)).map { PlaneID(rawValue: list.pointee.planes[$0]) }
        let pipelines = colorPipelines(of: ids)
        var planes: [Plane] = []
        for id in ids {
            let plane = try plane(id)
            planes.append(pipelines[id].map(plane.with(pipeline:)) ?? plane)
        }
        return planes
    }

    /// Reads one plane. The corresponding C functions are `drmModeGetPlane` and `drmModeObjectGetProperties`.
    ///
    /// On an atomic card the former is called only once: its constant results are kept, and the rest is also in the
    /// properties.
    package func plane(_ id: PlaneID) throws(KMSError) -> Plane {
        if capabilities.isAtomic, let facts = planeFacts[id] {
            return Plane(id: id, facts, properties: try properties(of: id, kind: .plane))
        }
        guard let pointer = drmModeGetPlane(descriptor, id.rawValue) else {
            throw error("drmModeGetPlane", "plane \(id)")
        }
        defer { drmModeFreePlane(pointer) }
        let raw = pointer.pointee
        let formats = (0..<Int(raw.count_formats)).map { raw.formats[$0] }
        let properties = try properties(of: id, kind: .plane)
        // A driver without modifiers lacks this property, and shows only linear memory.
        let list = try blob(named: "IN_FORMATS", in: properties).flatMap(FormatList.init)
        let facts = PlaneFacts.Facts(
            possibleCRTCs: CRTCMask(rawValue: raw.possible_crtcs), formats: formats,
            linearFormats: list?.linear ?? formats, list: list)
        planeFacts[id] = facts
        guard capabilities.isAtomic else {
            return Plane(
                id: id, possibleCRTCs: facts.possibleCRTCs, crtc: CRTCID(nonZero: raw.crtc_id),
                framebuffer: FramebufferID(nonZero: raw.fb_id), formats: facts.formats,
                linearFormats: facts.linearFormats, properties: properties)
        }
        return Plane(id: id, facts, properties: properties)
    }
}

extension CardDevice {
    /// Returns the modifiers that the memory of a plane's framebuffers may have (the blob `IN_FORMATS`), as of the
    /// plane's read.
    ///
    /// - Returns: an empty list for a format that it does not show; nil for a driver without modifiers, which shows
    ///   only linear memory.
    package func modifiers(of format: UInt32, on plane: PlaneID) -> [UInt64]? {
        guard let list = planeFacts[plane]?.list else { return nil }
        return list.modifiers.filter { $0.formats.contains(format) }.map(\.modifier)
    }
}

extension Plane {
    /// A plane of no device, which shows linear memory alone.
    package init(
        id: PlaneID, possibleCRTCs: CRTCMask, crtc: CRTCID? = nil, framebuffer: FramebufferID? = nil, formats: [UInt32],
        properties: Properties
    ) {
        self.init(
            id: id, possibleCRTCs: possibleCRTCs, crtc: crtc, framebuffer: framebuffer, formats: formats,
            linearFormats: formats, properties: properties)
    }

    /// `DRM_FORMAT_MOD_LINEAR`: rows that follow each other.
    package static let linearModifier = CDRM_FORMAT_MOD_LINEAR

    /// Makes a plane of an atomic card.
    init(id: PlaneID, _ facts: PlaneFacts.Facts, properties: Properties) {
        self.init(
            id: id, possibleCRTCs: facts.possibleCRTCs,
            crtc: properties["CRTC_ID"].flatMap { CRTCID(nonZero: UInt32(truncatingIfNeeded: $0.value)) },
            framebuffer: properties["FB_ID"].flatMap { FramebufferID(nonZero: UInt32(truncatingIfNeeded: $0.value)) },
            formats: facts.formats, linearFormats: facts.linearFormats, properties: properties)
    }
}

/// The constant facts about a card's planes, each read once: a card may have 56.
final class PlaneFacts: Sendable {
    struct Facts: Sendable {
        let possibleCRTCs: CRTCMask
        let formats: [UInt32]
        let linearFormats: [UInt32]
        /// The formats with modifiers; nil for a driver without modifiers.
        let list: FormatList?
    }

    private let known = Mutex<[PlaneID: Facts]>([:])

    subscript(id: PlaneID) -> Facts? {
        get { known.withLock { $0[id] } }
        set { known.withLock { $0[id] = newValue } }
    }
}

/// The formats of a plane with their possible modifiers: the blob `IN_FORMATS`, a `drm_format_modifier_blob`.
struct FormatList: Sendable {
    /// The formats that may be linear, in the plane's order.
    let linear: [UInt32]
    /// Each modifier with its formats, in the plane's order.
    let modifiers: [(modifier: UInt64, formats: [UInt32])]

    /// - Returns: nil for bytes that are not such a list.
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
        var modifiers: [(modifier: UInt64, formats: [UInt32])] = []
        for index in 0..<Int(modifierCount) {
            let entry = Int(modifiersOffset) + index * Self.modifierSize
            // A mask of 64 formats from an offset on.
            guard let mask = long(entry), let first = word(entry + 8), let modifier = long(entry + 16) else {
                return nil
            }
            let places = (0..<64).filter { mask >> UInt64($0) & 1 == 1 }.map { Int(first) + $0 }
                .filter(formats.indices.contains)
            modifiers.append((modifier, places.map { formats[$0] }))
            guard modifier == CDRM_FORMAT_MOD_LINEAR else { continue }
            for place in places { isLinear[place] = true }
        }
        self.modifiers = modifiers
        linear = zip(formats, isLinear).filter(\.1).map(\.0)
    }

    private static let modifierSize = 24
}

extension Plane {
    /// The id in the form for all kinds of objects.
    package var objectID: AnyObjectID { .plane(id) }
}
