/// A format of a picture that the daemon sends.
public enum SnapshotFormat: String, Sendable, Hashable, CaseIterable {
    /// PNG: every pixel as it is.
    case png
    /// JPEG: much smaller for photos and films, and not exact.
    case jpeg

    /// The bytes that such a file begins with.
    var signature: [UInt8] {
        switch self {
        case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        case .jpeg: [0xFF, 0xD8, 0xFF]
        }
    }
}
