import ScreensKMS

/// The objects that a modeset of one connector concerns, as they were just before it.
struct ModesetTarget: Sendable {
    let connector: Connector
    let crtc: CRTC
    /// The plane for the picture; nil on drivers that list none.
    let plane: Plane?
    /// The cursors and overlays that are on the CRTC and would stay over the picture.
    private(set) var strayPlanes: [Plane]
    /// The CRTC that has fed the connector so far, if it is another one and feeds nothing else.
    private(set) var formerCRTC: CRTC?
    /// The planes on ``formerCRTC``.
    private(set) var formerPlanes: [Plane]
    /// The connectors that the CRTC or one of the ``retiredCRTCs`` has fed so far, and that show nothing from now on.
    private(set) var displacedConnectors: [Connector]
    /// The CRTCs that are disabled with it: CRTCs that a former owner left on for displays that are gone, which take
    /// bandwidth, and CRTCs of displaced displays.
    private(set) var retiredCRTCs: [CRTC]
    /// The planes on ``retiredCRTCs``.
    private(set) var retiredPlanes: [Plane]
    /// The value for `max bpc` if it is limited; nil if the property is left alone.
    let depthLimit: UInt64?

    /// The kernel driver's name.
    let driver: String
    let framebufferLimits: FramebufferLimits

    /// - Returns: nil if the connector or the CRTC has gone.
    init?(connector id: ConnectorID, _ variant: ModesetVariant, in card: CardSnapshot) {
        guard let connector = card.connectors.first(where: { $0.id == id }),
            let crtc = card.crtcs.first(where: { $0.index == variant.crtcIndex })
        else { return nil }
        let others = card.connectors.filter { $0.id != id }
        let retired = card.crtcs.filter { other in
            guard other.isActive, other.id != crtc.id, other.id != connector.crtc else { return false }
            let fed = others.filter { $0.crtc == other.id }
            return !fed.isEmpty && fed.allSatisfy { $0.connection == .disconnected && !$0.isWriteback }
                || fed.contains { variant.displaced.contains($0.id) }
        }

        self.connector = connector
        self.crtc = crtc
        driver = card.driver
        framebufferLimits = card.framebufferLimits
        plane = Self.primaryPlane(for: crtc, among: card.planes)
        strayPlanes = card.planes.filter { [plane] in $0.crtc == crtc.id && $0.id != plane?.id }
        retiredCRTCs = retired
        retiredPlanes = card.planes.filter { plane in retired.contains { $0.id == plane.crtc } }
        displacedConnectors = others.filter { other in
            !other.isWriteback && (other.crtc == crtc.id || retired.contains { $0.id == other.crtc })
        }
        depthLimit = variant.limitsDepth ? ModesetVariant.depthLimit : nil
        let former = card.crtcs.first { $0.id == connector.crtc && $0.id != crtc.id }
        formerCRTC = others.contains { $0.crtc == former?.id } ? nil : former
        formerPlanes = card.planes.filter { [formerCRTC] in formerCRTC != nil && $0.crtc == formerCRTC?.id }
    }

    /// Leaves objects alone that other pictures use now.
    mutating func spare(crtcs: [CRTCID], planes: [PlaneID], connectors: [ConnectorID]) {
        strayPlanes.removeAll { planes.contains($0.id) }
        formerPlanes.removeAll { planes.contains($0.id) }
        retiredCRTCs.removeAll { crtcs.contains($0.id) }
        retiredPlanes.removeAll { planes.contains($0.id) }
        displacedConnectors.removeAll { connectors.contains($0.id) }
        if let former = formerCRTC, crtcs.contains(former.id) { formerCRTC = nil }
    }

    /// The plane that is on the CRTC already, otherwise the N-th primary plane for the N-th CRTC.
    ///
    /// On some SoCs any other pairing commits and shows nothing.
    static func primaryPlane(for crtc: CRTC, among planes: [Plane]) -> Plane? {
        let primary = planes.filter(\.isPrimary)
        let possible = primary.filter { $0.possibleCRTCs.contains(crtc.index) }
        if let there = possible.first(where: { $0.crtc == crtc.id }) { return there }
        let place = crtc.index.rawValue
        if primary.indices.contains(place), possible.contains(primary[place]) { return primary[place] }
        return possible.first { $0.crtc == nil } ?? possible.first
    }
}

extension ModesetTarget {
    /// The abilities of connector and plane for a picture.
    var abilities: ScanoutPlan.Abilities {
        var abilities = ScanoutPlan.Abilities()
        if let plane {
            let proven = ProvenPlanes(driver: driver)
            abilities.planeOrientations = PlaneRotation.orientations(of: plane).intersection(proven.orientations)
            abilities.placesByPlane = proven.places
            abilities.scalesByPlane = proven.scales
        }
        let properties = connector.properties
        if properties["underscan"]?.choices["on"] != nil, let horizontal = properties["underscan hborder"]?.limits,
            let vertical = properties["underscan vborder"]?.limits
        {
            abilities.underscanLimit = Size(
                width: Int(clamping: horizontal.upperBound), height: Int(clamping: vertical.upperBound))
        }
        let limits = ["left margin", "right margin", "top margin", "bottom margin"].map { properties[$0]?.limits }
        if let left = limits[0], let right = limits[1], let top = limits[2], let bottom = limits[3] {
            abilities.marginLimit = Size(
                width: Int(clamping: min(left.upperBound, right.upperBound)),
                height: Int(clamping: min(top.upperBound, bottom.upperBound)))
        }
        return abilities
    }

    /// The number of entries of the CRTC's colour table (`GAMMA_LUT_SIZE`); nil if it has no table.
    var gammaTableSize: Int? {
        guard let table = crtc.properties["GAMMA_LUT"], !table.isImmutable,
            let size = crtc.properties["GAMMA_LUT_SIZE"]?.value, (2...65_536).contains(size)
        else { return nil }
        return Int(size)
    }

    /// How long the display waits for a frame, if connector, CRTC and EDID all report variable refresh; otherwise nil.
    func longestPeriod(in mode: ScreenMode) -> Nanoseconds? {
        guard connector.properties["vrr_capable"]?.value == 1, crtc.properties["VRR_ENABLED"] != nil else { return nil }
        return VariableRefresh.longestPeriod(edid: connector.edid, in: mode.refreshRate)
    }

    /// The plan of a picture for the legacy calls. They have no planes, so the picture is rotated and inset while it is
    /// copied.
    func planWithoutPlanes(_ mode: ScreenMode, _ options: PipeOptions) -> ScanoutPlan {
        let plans = ScanoutPlan.candidates(
            mode: mode.size, scanout: mode.scanoutSize, orientation: options.orientation ?? panelOrientation,
            overscan: options.overscan ?? .none, abilities: ScanoutPlan.Abilities())
        return plans[plans.endIndex - 1]
    }

    /// The orientation in which a picture is upright on a panel that is mounted in another orientation
    /// (`panel orientation`).
    var panelOrientation: Orientation {
        guard let property = connector.properties["panel orientation"] else { return .upright }
        switch property.choices.first(where: { $0.value == property.value })?.key {
        case "Upside Down": return .upsideDown
        case "Left Side Up": return .counterclockwise
        case "Right Side Up": return .clockwise
        default: return .upright
        }
    }
}

extension Plane {
    /// The format to use: the preferred one, or the next best that the plane shows from linear memory.
    ///
    /// - Returns: nil if the plane shows none of our formats.
    func format(preferring preferred: PixelFormat) -> PixelFormat? {
        [preferred, .xrgb8888, .argb8888, .xrgb2101010, .rgb888, .bgr888, .rgb565].first {
            linearFormats.contains($0.fourCC)
        }
    }
}

extension CardSnapshot {
    /// The linear formats of the planes that may carry a connector's picture, if none of them is a ``PixelFormat``.
    ///
    /// - Returns: nil if one of them is, if the planes are not known, and on a card without atomic commits.
    package func unsupportedFormats(of connector: Connector) -> [UInt32]? {
        let carriers = crtcs.filter { connector.possibleCRTCs.contains($0.index) }
            .compactMap { ModesetTarget.primaryPlane(for: $0, among: planes) }
        guard capabilities.isAtomic, !carriers.isEmpty,
            carriers.allSatisfy({ !$0.formats.isEmpty && $0.format(preferring: .xrgb8888) == nil })
        else { return nil }
        return Set(carriers.flatMap(\.linearFormats)).sorted()
    }
}

/// The plane's property `rotation`: a bit for the rotation, counterclockwise, and a bit for each reflection, which
/// comes first.
enum PlaneRotation {
    /// `DRM_MODE_ROTATE_0`. The bits for 90°, 180° and 270° follow.
    private static let upright: UInt64 = 1
    /// `DRM_MODE_REFLECT_X`.
    private static let reflected: UInt64 = 1 << 4

    static func value(of orientation: Orientation) -> UInt64 {
        let rotation = upright << UInt64(-orientation.clockwiseQuarters & 3)
        return orientation.isReflected ? rotation | reflected : rotation
    }

    /// The rotations that a plane reports. The driver may still refuse combinations.
    static func orientations(of plane: Plane) -> Set<Orientation> {
        guard let rotation = plane.properties["rotation"], !rotation.isImmutable else { return [] }
        return Set(Orientation.allCases.filter { rotation.kind.mask & value(of: $0) == value(of: $0) })
    }
}
