/// A card as it was when read, with everything that decides how it is driven.
///
/// It is made by one read of a device (``CardDevice/snapshot(probing:includingPlanes:)``), or from a document
/// (``CardDocument``).
public struct CardSnapshot: Sendable, Hashable {
    /// The kernel driver's name, such as `i915`.
    public let driver: String
    /// The capabilities of the driver.
    public let capabilities: CardCapabilities
    /// The sizes that framebuffers may have.
    public let framebufferLimits: FramebufferLimits
    /// In the kernel's order, also disconnected ones and those that write to memory.
    public let connectors: [Connector]
    /// In the kernel's order: a CRTC's place here is its index.
    public let crtcs: [CRTC]
    /// In the kernel's order; empty where they were not read.
    public let planes: [Plane]
    /// The bytes of property blobs, as far as they were read.
    public let blobs: [BlobID: [UInt8]]

    /// A snapshot of these objects.
    public init(
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

    /// The same objects, with the bytes of blobs.
    public func with(blobs: [BlobID: [UInt8]]) -> CardSnapshot {
        CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: framebufferLimits, connectors: connectors,
            crtcs: crtcs, planes: planes, blobs: blobs)
    }
}

extension CardDevice {
    /// Reads the card.
    ///
    /// libdrm makes two ioctls for each list, for its length and for its elements. So this makes 2 for the resources, 2 for
    /// each connector with 1 for each of its encoders and 2 for its EDID, 3 for each CRTC, and 2 for the planes with 2 for
    /// each. The first read also makes 2 for each property of the card, and 2 to 4 for each plane, to read what
    /// never changes.
    ///
    /// - Parameters:
    ///   - probing: whether the hardware is asked, which may take 150 ms a connector. The kernel probes for the master only.
    ///   - includingPlanes: whether planes are read. They are the most objects, and nothing about a display depends on them.
    /// - Throws: ``KMSError`` with `EOPNOTSUPP` on a card without displays, `ENODEV` on one that has gone.
    public func snapshot(probing: Bool = false, includingPlanes: Bool = true) throws(KMSError) -> CardSnapshot {
        let resources = try resources()
        // Connectors first: the probe changes the answers of the rest.
        var connectors: [Connector] = []
        for id in resources.connectors {
            if let connector = try connector(id, probing: probing) { connectors.append(connector) }
        }
        var crtcs: [CRTC] = []
        for (index, id) in resources.crtcs.enumerated() { crtcs.append(try crtc(id, index: index)) }
        return CardSnapshot(
            driver: driver, capabilities: capabilities, framebufferLimits: resources.framebufferLimits,
            connectors: connectors, crtcs: crtcs, planes: includingPlanes ? try planes() : [])
    }
}
