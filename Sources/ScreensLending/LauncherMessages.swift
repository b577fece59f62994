/// A request of weston to its launcher to open a device. Versions before 11 send it; the version in Debian 12 knows no
/// other seat manager that works without a session.
///
/// Each message on the socket is one request: the number of its kind and the flags of `open`, each 32 bits in native
/// byte order, then the path with its NUL.
struct LauncherRequest: Sendable, Hashable {
    private static let opensDevice: Int32 = 0
    private static let header = 8
    /// The longest message that is read, in bytes. A longer path is truncated, and has no NUL then.
    static let longest = header + 256

    let path: String

    /// - Throws: ``SeatProtocolError`` if the bytes are another message.
    init(_ bytes: [UInt8]) throws(SeatProtocolError) {
        guard bytes.count > Self.header, bytes.last == 0,
            bytes.withUnsafeBytes({ $0.loadUnaligned(as: Int32.self) }) == Self.opensDevice,
            !bytes.dropFirst(Self.header).dropLast().contains(0)
        else { throw SeatProtocolError() }
        path = String(decoding: bytes.dropFirst(Self.header).dropLast(), as: UTF8.self)
    }

    /// The bytes of the answer that accompanies the descriptor: its kind, and 0 or a negative errno.
    static func reply(errno code: Int32) -> [UInt8] {
        let reply: (Int32, Int32) = (3, -code)
        return withUnsafeBytes(of: reply) { Array($0) }
    }
}
