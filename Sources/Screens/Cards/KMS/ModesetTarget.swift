import KMS

/// The objects that a modeset of one connector concerns, as they were just before it.
struct ModesetTarget {
    let connector: Connector
    let crtc: CRTC
    /// The plane that carries the picture; nil on drivers that list none.
    let plane: Plane?
    /// Cursors and overlays that are on the CRTC and would stay over the picture.
    private(set) var strayPlanes: [Plane]
    /// The CRTC that has fed the connector so far, where that is another one and feeds nothing else.
    private(set) var formerCRTC: CRTC?
    /// The planes on ``formerCRTC``.
    private(set) var formerPlanes: [Plane]
    /// Connectors that the CRTC has fed so far, and that show nothing from now on.
    private(set) var displacedConnectors: [Connector]

    init(connector id: ConnectorID, crtcIndex: Int, on device: CardDevice) throws(KMSError) {
        let resources = try device.resources()
        guard let connector = try device.connector(id, probing: false), resources.crtcs.indices.contains(crtcIndex)
        else { throw KMSError(call: "drmModeGetConnector", object: "\(device.path) connector \(id)", errno: 2) }
        var crtcs: [CRTC] = []
        for (index, id) in resources.crtcs.enumerated() { crtcs.append(try device.crtc(id, index: index)) }
        var connectors: [Connector] = []
        for other in resources.connectors where other != id {
            if let other = try device.connector(other, probing: false) { connectors.append(other) }
        }
        let crtc = crtcs[crtcIndex]
        let planes = try device.planes()

        self.connector = connector
        self.crtc = crtc
        plane = Self.primaryPlane(for: crtc, among: planes)
        strayPlanes = planes.filter { [plane] in $0.crtc == crtc.id && $0.id != plane?.id }
        displacedConnectors = connectors.filter { $0.crtc == crtc.id && !$0.isWriteback }
        let former = crtcs.first { $0.id == connector.crtc && $0.id != crtc.id }
        formerCRTC = connectors.contains { $0.crtc == former?.id } ? nil : former
        formerPlanes = planes.filter { [formerCRTC] in formerCRTC != nil && $0.crtc == formerCRTC?.id }
    }

    /// Leaves objects alone that belong to other pictures by now.
    mutating func spare(crtcs: [CRTCID], planes: [PlaneID], connectors: [ConnectorID]) {
        strayPlanes.removeAll { planes.contains($0.id) }
        formerPlanes.removeAll { planes.contains($0.id) }
        displacedConnectors.removeAll { connectors.contains($0.id) }
        if let former = formerCRTC, crtcs.contains(former.id) { formerCRTC = nil }
    }

    /// The plane that is on the CRTC already; else the N-th primary one for the N-th CRTC.
    ///
    /// On some SoCs any other pairing commits and shows nothing.
    static func primaryPlane(for crtc: CRTC, among planes: [Plane]) -> Plane? {
        let primary = planes.filter(\.isPrimary)
        let possible = primary.filter { $0.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 }
        if let there = possible.first(where: { $0.crtc == crtc.id }) { return there }
        if primary.indices.contains(crtc.index), possible.contains(primary[crtc.index]) {
            return primary[crtc.index]
        }
        return possible.first { $0.crtc == nil } ?? possible.first
    }
}
