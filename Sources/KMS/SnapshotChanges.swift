import CLibDRM

extension CardSnapshot {
    /// The card after a request, as a driver without hardware would leave it. Pure: whether it would take the request is
    /// found by ``RequestCheck``.
    public func applying(_ request: AtomicRequest) -> CardSnapshot {
        var blobs = blobs
        var values: [PropertyPlace: UInt64] = [:]
        for change in request.changes {
            switch change.value {
            case .number(let number): values[change.place] = number
            case .blob(let bytes):
                let id = BlobID(rawValue: (blobs.keys.max()?.rawValue ?? 1 << 24) + 1)
                blobs[id] = bytes
                values[change.place] = UInt64(id.rawValue)
            }
        }
        func changed(_ object: some ModeObject) -> Properties { object.changed(by: values) }
        return CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: framebufferLimits,
            connectors: connectors.map { $0.with(changed($0)) }, crtcs: crtcs.map { $0.with(changed($0), blobs) },
            planes: planes.map { $0.with(changed($0)) }, blobs: blobs)
    }

    /// The card with another display on a connector, or with none.
    public func replacingDisplay(
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
        Properties(
            Dictionary(
                uniqueKeysWithValues: properties.all.map { name, entry in
                    (
                        name,
                        Properties.Entry(
                            id: entry.id, value: values[place(name)] ?? entry.value, isImmutable: entry.isImmutable,
                            entry.kind)
                    )
                }))
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
        // A mode that has not changed may be without its bytes.
        let isChanged = properties["MODE_ID"]?.value != self.properties["MODE_ID"]?.value
        let mode =
            isChanged ? properties["MODE_ID"]?.blob.flatMap { blobs[$0] }.flatMap(ModeTimings.init(kernelBytes:)) : mode
        return CRTC(
            id: id, index: index, mode: mode, isActive: mode != nil && (properties["ACTIVE"]?.value ?? 1) != 0,
            framebuffer: framebuffer, x: x, y: y, properties: properties)
    }
}

extension Plane {
    fileprivate func with(_ properties: Properties) -> Plane {
        Plane(
            id: id, possibleCRTCs: possibleCRTCs, crtc: properties.object("CRTC_ID").flatMap(CRTCID.init(nonZero:)),
            framebuffer: properties.object("FB_ID").flatMap(FramebufferID.init(nonZero:)), formats: formats,
            linearFormats: linearFormats, properties: properties)
    }
}

extension Properties {
    /// The number of an object that is a property's value.
    fileprivate func object(_ name: String) -> UInt32? { self[name].map { UInt32(truncatingIfNeeded: $0.value) } }
}

extension ModeTimings {
    /// Timings from the bytes of a blob for `MODE_ID`; nil for any other bytes.
    init?(kernelBytes: [UInt8]) {
        guard kernelBytes.count == MemoryLayout<drmModeModeInfo>.size else { return nil }
        self.init(kernelBytes.withUnsafeBytes { $0.loadUnaligned(as: drmModeModeInfo.self) })
    }
}
