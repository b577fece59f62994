import KMS

/// What a card showed before its first modeset of ours.
struct FoundState: Sendable {
    private let crtcs: [CRTC]
    private let connectors: [Connector]
    private let planes: [Plane]

    init(of device: CardDevice) throws(KMSError) {
        let resources = try device.resources()
        var crtcs: [CRTC] = []
        for (index, id) in resources.crtcs.enumerated() { crtcs.append(try device.crtc(id, index: index)) }
        var connectors: [Connector] = []
        for id in resources.connectors {
            if let connector = try device.connector(id, probing: false), !connector.isWriteback {
                connectors.append(connector)
            }
        }
        self.crtcs = crtcs
        self.connectors = connectors
        planes = device.capabilities.isAtomic ? try device.planes() : []
    }

    /// Puts it all back, in one commit where the driver is atomic.
    ///
    /// - Throws: ``KMSError`` where a framebuffer has gone with its owner or a connector with its dock.
    func restore(on device: CardDevice) throws(KMSError) {
        if device.capabilities.isAtomic {
            try restoreAtomically(on: device)
        } else {
            try restoreByLegacyCalls(on: device)
        }
    }

    private func restoreAtomically(on device: CardDevice) throws(KMSError) {
        var request = AtomicRequest()
        let blobs = ModeBlobs()
        for crtc in crtcs {
            request.select(crtc.id)
            let blob = try crtc.mode.map { mode throws(KMSError) in try blobs.add(mode, on: device) }
            request.set("MODE_ID", to: UInt64(blob ?? 0), in: crtc.properties)
            request.set("ACTIVE", to: crtc.isActive ? 1 : 0, in: crtc.properties)
        }
        // Docks come and go: who has gone is left out, who has come since gets nothing.
        for id in try device.resources().connectors {
            guard let connector = try device.connector(id, probing: false), !connector.isWriteback else { continue }
            let found = connectors.first { $0.id == id }
            request.select(id)
            request.set("CRTC_ID", to: UInt64(found?.crtc ?? 0), in: connector.properties)
        }
        for plane in planes {
            request.select(plane.id)
            for name in [
                "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
                "rotation", "alpha",
            ] {
                guard let property = plane.properties[name] else { continue }
                request.set(name, to: property.value, in: plane.properties)
            }
        }
        let result = Result { () throws(KMSError) in try request.commit(on: device, .allowModeset) }
        // The kernel looks the blobs up during the commit; until then somebody has to want them.
        withExtendedLifetime(blobs) {}
        try result.get()
    }

    private func restoreByLegacyCalls(on device: CardDevice) throws(KMSError) {
        for crtc in crtcs {
            let fed = connectors.filter { $0.crtc == crtc.id }.map(\.id)
            if let mode = crtc.mode, crtc.framebuffer != 0, !fed.isEmpty {
                try device.setCRTC(
                    crtc.id, mode: mode, framebuffer: crtc.framebuffer, x: crtc.x, y: crtc.y, connectors: fed)
            } else {
                try device.disableCRTC(crtc.id)
            }
        }
    }
}

/// Blobs that live until the commit that names them is over.
private final class ModeBlobs {
    private final class Owner {
        let blob: PropertyBlob
        init(_ mode: ModeTimings, on device: CardDevice) throws(KMSError) {
            blob = try PropertyBlob(mode: mode, on: device)
        }
    }

    private var owners: [Owner] = []

    func add(_ mode: ModeTimings, on device: CardDevice) throws(KMSError) -> UInt32 {
        let owner = try Owner(mode, on: device)
        owners.append(owner)
        return owner.blob.id
    }
}
