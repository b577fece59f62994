import CLibDRM

/// What a card's driver offers, read once when it is opened.
public struct CardCapabilities: Sendable, Hashable {
    /// Whether modes and planes are set by atomic commits (`DRM_CLIENT_CAP_ATOMIC`); else by the legacy calls.
    public let isAtomic: Bool
    /// Whether every plane is listed, also those of the picture and the cursor (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
    public let hasUniversalPlanes: Bool
    /// Whether buffers in plain memory can be made (`DRM_CAP_DUMB_BUFFER`).
    public let hasDumbBuffers: Bool
    /// Whether these are better drawn elsewhere and copied, because reading them is slow
    /// (`DRM_CAP_DUMB_PREFER_SHADOW`). Where it is not set they may be slow all the same.
    public let prefersShadow: Bool
    /// Whether flips are stamped by CLOCK_MONOTONIC (`DRM_CAP_TIMESTAMP_MONOTONIC`).
    public let hasMonotonicTimestamps: Bool
    /// Whether a flip's event says which CRTC it was (`DRM_CAP_CRTC_IN_VBLANK_EVENT`).
    public let namesCRTCInEvents: Bool
}

extension CardCapabilities {
    /// Enables what the kernel gives only to those who ask, and reads the rest. The corresponding C functions are
    /// `drmSetClientCap` and `drmGetCap`.
    init(enablingOn descriptor: Int32) {
        func enable(_ capability: Int32) -> Bool {
            drmSetClientCap(descriptor, UInt64(capability), 1) == 0
        }
        func has(_ capability: Int32) -> Bool {
            var value: UInt64 = 0
            return drmGetCap(descriptor, UInt64(capability), &value) == 0 && value != 0
        }
        hasUniversalPlanes = enable(DRM_CLIENT_CAP_UNIVERSAL_PLANES)
        isAtomic = enable(DRM_CLIENT_CAP_ATOMIC)
        _ = enable(DRM_CLIENT_CAP_ASPECT_RATIO)
        _ = enable(DRM_CLIENT_CAP_WRITEBACK_CONNECTORS)
        hasDumbBuffers = has(DRM_CAP_DUMB_BUFFER)
        prefersShadow = has(DRM_CAP_DUMB_PREFER_SHADOW)
        hasMonotonicTimestamps = has(DRM_CAP_TIMESTAMP_MONOTONIC)
        namesCRTCInEvents = has(DRM_CAP_CRTC_IN_VBLANK_EVENT)
    }
}
