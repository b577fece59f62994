/// The objects of a lease: the objects of one screen.
package struct LeasedObjects: Sendable, Hashable {
    /// The connector of the screen.
    package let connector: ConnectorID
    /// The CRTC that feeds the connector.
    package let crtc: CRTCID
    /// The primary plane first, then the cursor plane, then overlays.
    package let planes: [PlaneID]

    /// Chooses the planes for a screen: the given primary one, the CRTC's cursor plane, and the overlays that no other
    /// CRTC can use. A plane that shows something elsewhere is left out.
    ///
    /// - Parameters:
    ///   - crtc: the CRTC that shows the screen's picture.
    ///   - primary: the plane of the picture.
    package init(connector: ConnectorID, crtc: CRTC, primary: PlaneID, in card: CardSnapshot) {
        func isFree(_ plane: Plane) -> Bool { plane.crtc == nil || plane.crtc == crtc.id }
        self.connector = connector
        self.crtc = crtc.id
        let possible = card.planes.filter { $0.possibleCRTCs.contains(crtc.index) && $0.id != primary && isFree($0) }
        // On some drivers each cursor plane serves every CRTC: the N-th plane belongs to the N-th CRTC.
        let cursors = card.planes.filter(\.isCursor)
        let own = cursors.indices.contains(crtc.index.rawValue) ? cursors[crtc.index.rawValue] : nil
        let cursor = possible.first { $0.id == own?.id } ?? possible.first { $0.isCursor && Self.isExclusive($0, crtc) }
        let overlays = possible.filter { !$0.isPrimary && !$0.isCursor && Self.isExclusive($0, crtc) }
        planes = [primary] + [cursor].compactMap { $0?.id } + overlays.map(\.id)
    }

    private static func isExclusive(_ plane: Plane, _ crtc: CRTC) -> Bool {
        plane.possibleCRTCs == CRTCMask(crtc.index)
    }

    /// The ids in the form that the kernel expects.
    var ids: [UInt32] { [connector.rawValue, crtc.rawValue] + planes.map(\.rawValue) }
}

extension CardSnapshot {
    /// Returns the card for modesets beside leases, without their connectors and CRTCs. Their planes stay in the list,
    /// because the place of a cursor plane says which CRTC it belongs to, but can serve no CRTC.
    package func sparing(_ leases: [LeasedObjects]) -> CardSnapshot {
        guard !leases.isEmpty else { return self }
        let leased = Set(leases.flatMap(\.planes))
        return without(leases, planes: planes.map { leased.contains($0.id) ? $0.servingNone : $0 })
    }

    /// Returns the card without the objects of leases.
    package func without(_ leases: [LeasedObjects]) -> CardSnapshot {
        guard !leases.isEmpty else { return self }
        let leased = Set(leases.flatMap(\.planes))
        return without(leases, planes: planes.filter { !leased.contains($0.id) })
    }

    /// Returns the card with only the objects of a lease.
    package func only(_ lease: LeasedObjects) -> CardSnapshot {
        CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: framebufferLimits,
            connectors: connectors.filter { $0.id == lease.connector }, crtcs: crtcs.filter { $0.id == lease.crtc },
            planes: planes.filter { lease.planes.contains($0.id) }, blobs: blobs)
    }

    private func without(_ leases: [LeasedObjects], planes: [Plane]) -> CardSnapshot {
        CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: framebufferLimits,
            connectors: connectors.filter { connector in !leases.contains { $0.connector == connector.id } },
            crtcs: crtcs.filter { crtc in !leases.contains { $0.crtc == crtc.id } }, planes: planes, blobs: blobs)
    }
}

extension Plane {
    /// The plane while another program has it.
    fileprivate var servingNone: Plane {
        Plane(
            id: id, possibleCRTCs: [], crtc: nil, framebuffer: nil, formats: formats, linearFormats: linearFormats,
            properties: properties)
    }
}
