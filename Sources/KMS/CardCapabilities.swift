import CLibDRM

/// What a card's driver offers, read once when it is opened.
public struct CardCapabilities: Sendable, Hashable {
    /// Whether modes and planes are set by atomic commits (`DRM_CLIENT_CAP_ATOMIC`); else by the legacy calls.
    public let isAtomic: Bool
    /// Whether buffers in plain memory can be made (`DRM_CAP_DUMB_BUFFER`).
    public let hasDumbBuffers: Bool

    init(enablingOn descriptor: Int32) {
        func enable(_ capability: Int32) -> Bool {
            drmSetClientCap(descriptor, UInt64(capability), 1) == 0
        }
        _ = enable(DRM_CLIENT_CAP_UNIVERSAL_PLANES)
        isAtomic = enable(DRM_CLIENT_CAP_ATOMIC)
        _ = enable(DRM_CLIENT_CAP_ASPECT_RATIO)
        _ = enable(DRM_CLIENT_CAP_WRITEBACK_CONNECTORS)
        var value: UInt64 = 0
        hasDumbBuffers = drmGetCap(descriptor, UInt64(DRM_CAP_DUMB_BUFFER), &value) == 0 && value != 0
    }
}
