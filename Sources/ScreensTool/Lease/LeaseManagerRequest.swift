/// A request of a client of drm-lease-manager, the program that lends screens in Automotive Grade Linux: its library sends it as a
/// message of 32 bits in the order of the machine.
///
/// The answer to `get` is a message of one byte, beside which the descriptor comes. A refusal is a hangup.
enum LeaseManagerRequest: UInt32, Sendable, Hashable {
    case get = 0
    case release = 1

    private static let size = MemoryLayout<UInt32>.size
    /// The room for a message: one that fills more than a request is another one.
    static let longest = size + 1

    /// Nil where the bytes are another message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.init(rawValue: bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
    }
}
