import CLibDRM
import Glibc

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
    ///
    /// - Throws: ``KMSError`` where the kernel does not say. That it has no such thing is an answer.
    init(enablingOn descriptor: Int32, path: String) throws(KMSError) {
        func enable(_ capability: Int32) throws(KMSError) -> Bool {
            if drmSetClientCap(descriptor, UInt64(capability), 1) == 0 { return true }
            let code = errno
            guard code == EINVAL || code == EOPNOTSUPP else {
                throw KMSError(call: "drmSetClientCap", object: path, errno: code)
            }
            return false
        }
        func has(_ capability: Int32) throws(KMSError) -> Bool {
            var value: UInt64 = 0
            if drmGetCap(descriptor, UInt64(capability), &value) == 0 { return value != 0 }
            let code = errno
            // A card that only renders.
            guard code == EOPNOTSUPP else { throw KMSError(call: "drmGetCap", object: path, errno: code) }
            return false
        }
        hasUniversalPlanes = try enable(DRM_CLIENT_CAP_UNIVERSAL_PLANES)
        isAtomic = try enable(DRM_CLIENT_CAP_ATOMIC)
        _ = try enable(DRM_CLIENT_CAP_ASPECT_RATIO)
        _ = try enable(DRM_CLIENT_CAP_WRITEBACK_CONNECTORS)
        hasDumbBuffers = try has(DRM_CAP_DUMB_BUFFER)
        prefersShadow = try has(DRM_CAP_DUMB_PREFER_SHADOW)
        hasMonotonicTimestamps = try has(DRM_CAP_TIMESTAMP_MONOTONIC)
        namesCRTCInEvents = try has(DRM_CAP_CRTC_IN_VBLANK_EVENT)
    }
}
