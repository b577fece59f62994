/// A request of weston to its launcher, for a device: versions before 11 have it, and those of Debian 12 know no other seat manager
/// that needs no session.
///
/// Each message of the socket is one request: the number of its kind, the flags of `open`, 32 bits each in the order of the machine,
/// and the path with its NUL.
struct LauncherRequest: Sendable, Hashable {
    private static let opensDevice: Int32 = 0
    private static let header = 8
    /// The longest message that is read: a longer path is cut off, and has no NUL then.
    static let longest = header + 256

    let path: String

    /// - Throws: ``SeatProtocolError`` where the bytes are another message.
    init(_ bytes: [UInt8]) throws(SeatProtocolError) {
        guard bytes.count > Self.header, bytes.last == 0,
            bytes.withUnsafeBytes({ $0.loadUnaligned(as: Int32.self) }) == Self.opensDevice,
            !bytes.dropFirst(Self.header).dropLast().contains(0)
        else { throw SeatProtocolError() }
        path = String(decoding: bytes.dropFirst(Self.header).dropLast(), as: UTF8.self)
    }

    /// The answer, beside which the descriptor comes: its kind, and 0 or a negative errno.
    static func reply(errno code: Int32) -> [UInt8] {
        let reply: (Int32, Int32) = (3, -code)
        return withUnsafeBytes(of: reply) { Array($0) }
    }
}
