import CLibDRM

/// The ids of a card's CRTCs and connectors, in the kernel's order.
public struct CardResources: Sendable, Hashable {
    public let crtcs: [UInt32]
    public let connectors: [UInt32]
}

extension CardDevice {
    /// Lists the card's objects. The corresponding C function is `drmModeGetResources`.
    /// - Throws: ``KMSError`` with `EOPNOTSUPP` on a card without displays, `ENODEV` on one that has gone.
    public func resources() throws(KMSError) -> CardResources {
        guard let pointer = drmModeGetResources(descriptor) else { throw error("drmModeGetResources") }
        defer { drmModeFreeResources(pointer) }
        let raw = pointer.pointee
        return CardResources(
            crtcs: (0..<Int(raw.count_crtcs)).map { raw.crtcs[$0] },
            connectors: (0..<Int(raw.count_connectors)).map { raw.connectors[$0] })
    }
}
