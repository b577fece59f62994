import CScreensDRM

/// A card as of its last read, with everything that decides how it is driven.
///
/// It comes from one read of a device (``CardDevice/snapshot(probing:includingPlanes:)``), or from a document
/// (``CardDocument``).
package struct CardSnapshot: Sendable, Hashable {
    /// The kernel driver's name, such as `i915`.
    package let driver: String
    /// The capabilities of the driver.
    package let capabilities: CardCapabilities
    /// The limits of framebuffers.
    package let framebufferLimits: FramebufferLimits
    /// The connectors in the kernel's order, including disconnected ones and writeback connectors.
    package let connectors: [Connector]
    /// The CRTCs in the kernel's order: a CRTC's place here is its index.
    package let crtcs: [CRTC]
    /// The planes in the kernel's order; empty if they were not read.
    package let planes: [Plane]
    /// The bytes of the property blobs that were read.
    package let blobs: [BlobID: [UInt8]]

    /// Makes a snapshot of these objects.
    package init(
        driver: String, capabilities: CardCapabilities, framebufferLimits: FramebufferLimits = FramebufferLimits(),
        connectors: [Connector], crtcs: [CRTC], planes: [Plane], blobs: [BlobID: [UInt8]] = [:]
    ) {
        self.driver = driver
        self.capabilities = capabilities
        self.framebufferLimits = framebufferLimits
        self.connectors = connectors
        self.crtcs = crtcs
        self.planes = planes
        self.blobs = blobs
    }

    /// Returns the same objects with the bytes of blobs.
    package func with(blobs: [BlobID: [UInt8]]) -> CardSnapshot {
        CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: framebufferLimits, connectors: connectors,
            crtcs: crtcs, planes: planes, blobs: blobs)
    }
}

/// The connectors that a read probes.
package enum Probe: Sendable, Hashable {
    /// No connector: the results of the last probe are read.
    case none
    /// All connectors of the card.
    case all
    /// Some connectors; for the others, the result of the last probe is read.
    case only(Set<ConnectorID>)

    func includes(_ connector: ConnectorID) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .only(let connectors): connectors.contains(connector)
        }
    }
}

extension CardDevice {
    /// Reads the card.
    ///
    /// libdrm makes two ioctls for each list: for its length and for its elements. So this makes 2 for the resources, 2
    /// for each connector with 1 for each of its encoders and 2 for its EDID, 3 for each CRTC, and 2 for the planes
    /// with 2 for each. The first read also makes 2 for each property of the card, and 2 to 4 for each plane, to read
    /// what never changes.
    ///
    /// - Parameters:
    ///   - probe: the connectors to probe, which may take 150 ms each. The kernel probes only for the master.
    ///   - includingPlanes: whether planes are read. They are the most numerous objects, and no display depends on
    ///     them.
    /// - Throws: ``KMSError`` with `EOPNOTSUPP` on a card without displays, `ENODEV` on a removed card.
    package func snapshot(probing probe: Probe = .none, includingPlanes: Bool = true) throws(KMSError) -> CardSnapshot {
        let resources = try resources()
        // Connectors come first, because the probe changes the results of the rest.
        var connectors: [Connector] = []
        for id in resources.connectors {
            if let connector = try connector(id, probing: probe.includes(id)) { connectors.append(connector) }
        }
        var crtcs: [CRTC] = []
        for (index, id) in resources.crtcs.enumerated() {
            crtcs.append(try crtc(id, index: CRTCIndex(rawValue: index)))
        }
        return CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: resources.framebufferLimits,
            connectors: connectors, crtcs: crtcs, planes: includingPlanes ? try planes() : [])
    }
}

extension CardSnapshot {
    /// Returns the card after a request, as a driver without hardware would leave it. It is pure: ``RequestCheck``
    /// finds whether the driver would accept the request.
    package func applying(_ request: AtomicRequest) -> CardSnapshot {
        var blobs = blobs
        var values: [PropertyPlace: UInt64] = [:]
        for change in request.changes {
            switch change.value {
            case .number(let number): values[change.place] = number
            case .blob(let bytes):
                // A document may state any id, the largest one too.
                var id = BlobID(rawValue: 1 << 24)
                while blobs[id] != nil { id = BlobID(rawValue: id.rawValue &+ 1) }
                blobs[id] = bytes
                values[change.place] = UInt64(id.rawValue)
            }
        }
        // A card has many objects, and a request names few of them.
        let touched = Set(request.changes.map(\.object))
        func changed<Object: ModeObject>(_ object: Object, _ with: (Properties) -> Object) -> Object {
            touched.contains(object.objectID) ? with(object.changed(by: values)) : object
        }
        let card = CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: framebufferLimits,
            connectors: connectors.map { changed($0, $0.with) },
            crtcs: crtcs.map { crtc in changed(crtc) { crtc.with($0, blobs) } },
            planes: planes.map { changed($0, $0.with) }, blobs: blobs)
        // A blob is removed with the last property that has it.
        let held = card.heldBlobs
        return card.with(blobs: blobs.filter { held.contains($0.key) })
    }

    /// The blobs that are the values of properties.
    private var heldBlobs: Set<BlobID> {
        func held(_ objects: [some ModeObject]) -> [BlobID] {
            objects.flatMap { $0.properties.all.values.compactMap(\.blob) }
        }
        return Set(held(connectors) + held(crtcs) + held(planes))
    }

    /// Returns the card with another display on a connector, or with none.
    package func replacingDisplay(
        of id: ConnectorID, connection: Connector.Connection, modes: [ModeTimings], edid: [UInt8]
    ) -> CardSnapshot {
        CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: framebufferLimits,
            connectors: connectors.map { connector in
                guard connector.id == id else { return connector }
                return Connector(
                    id: id, name: connector.name, type: connector.type, connection: connection,
                    physicalWidth: connector.physicalWidth, physicalHeight: connector.physicalHeight, modes: modes,
                    crtc: connector.crtc, possibleCRTCs: connector.possibleCRTCs, properties: connector.properties,
                    edid: edid)
            }, crtcs: crtcs, planes: planes, blobs: blobs)
    }
}

extension ModeObject {
    fileprivate func changed(by values: [PropertyPlace: UInt64]) -> Properties {
        var properties = properties
        for (name, entry) in properties.all {
            guard let value = values[place(name)], value != entry.value else { continue }
            properties.insert(
                Properties.Entry(id: entry.id, value: value, isImmutable: entry.isImmutable, entry.kind), as: name)
        }
        return properties
    }
}

extension Connector {
    fileprivate func with(_ properties: Properties) -> Connector {
        Connector(
            id: id, name: name, type: type, connection: connection, physicalWidth: physicalWidth,
            physicalHeight: physicalHeight, modes: modes,
            crtc: properties.object("CRTC_ID").flatMap(CRTCID.init(nonZero:)),
            possibleCRTCs: possibleCRTCs, properties: properties, edid: edid)
    }
}

extension CRTC {
    fileprivate func with(_ properties: Properties, _ blobs: [BlobID: [UInt8]]) -> CRTC {
        // An unchanged mode may lack its bytes.
        let isChanged = properties["MODE_ID"]?.value != self.properties["MODE_ID"]?.value
        let mode =
            isChanged ? properties["MODE_ID"]?.blob.flatMap { blobs[$0] }.flatMap(ModeTimings.init(kernelBytes:)) : mode
        return CRTC(
            id: id, index: index, mode: mode, isActive: mode != nil && (properties["ACTIVE"]?.value ?? 1) != 0,
            framebuffer: framebuffer, x: x, y: y, properties: properties)
    }
}

extension Plane {
    /// Returns the plane of an atomic card with other properties.
    func with(_ properties: Properties) -> Plane {
        Plane(
            id: id, possibleCRTCs: possibleCRTCs, crtc: properties.object("CRTC_ID").flatMap(CRTCID.init(nonZero:)),
            framebuffer: properties.object("FB_ID").flatMap(FramebufferID.init(nonZero:)), formats: formats,
            linearFormats: linearFormats, properties: properties)
    }
}

extension Properties {
    /// Returns the number of the object in a property.
    fileprivate func object(_ name: String) -> UInt32? { self[name].map { UInt32(truncatingIfNeeded: $0.value) } }
}

extension ModeTimings {
    /// Makes timings from the bytes of a blob for `MODE_ID`; nil for any other bytes.
    init?(kernelBytes: [UInt8]) {
        guard kernelBytes.count == MemoryLayout<drmModeModeInfo>.size else { return nil }
        self.init(kernelBytes.withUnsafeBytes { $0.loadUnaligned(as: drmModeModeInfo.self) })
    }
}
