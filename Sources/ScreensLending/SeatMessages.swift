/// A request of a client to a seat manager, as libseat sends it to seatd.
enum SeatRequest: Sendable, Hashable {
    case openSeat
    case closeSeat
    case openDevice(path: String)
    case closeDevice(Int32)
    /// The client has returned its devices.
    case disableSeat
    case switchSession
    case ping
}

/// A message of a seat manager: an answer, or an event.
enum SeatReply: Sendable, Hashable {
    case seatOpened(name: String)
    case seatClosed
    /// The device was opened; its descriptor accompanies the message.
    case deviceOpened(Int32)
    case deviceClosed
    /// The devices may be used.
    case enableSeat
    case pong
    case seatDisabled
    /// The request failed, with this errno.
    case error(Int32)
}

/// The bytes are not a message of the protocol.
struct SeatProtocolError: Error, Hashable {}

/// The bytes of a client, split into requests.
///
/// Each message begins with the number of its kind and the size of what follows, each 16 bits in native byte order.
struct SeatRequestReader: Sendable {
    private static let header = 4
    /// The limit of libseat, in bytes with the NUL.
    private static let longestPath = 256

    private var bytes: [UInt8] = []

    mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// Returns the next whole request; nil until there is one.
    mutating func next() throws(SeatProtocolError) -> SeatRequest? {
        guard bytes.count >= Self.header else { return nil }
        let (kind, size) = (number(at: 0), Int(number(at: 2)))
        guard size <= 2 + Self.longestPath else { throw SeatProtocolError() }
        guard bytes.count >= Self.header + size else { return nil }
        let request = try request(kind, Array(bytes[Self.header..<Self.header + size]))
        bytes.removeFirst(Self.header + size)
        return request
    }

    private func number(at place: Int) -> UInt16 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt16.self) }
    }

    private func request(_ kind: UInt16, _ body: [UInt8]) throws(SeatProtocolError) -> SeatRequest {
        switch (kind, body.count) {
        case (1, 0): return .openSeat
        case (2, 0): return .closeSeat
        case (3, 3...): return .openDevice(path: try path(body))
        case (4, 4): return .closeDevice(body.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) })
        case (5, 0): return .disableSeat
        case (6, 4): return .switchSession
        case (7, 0): return .ping
        default: throw SeatProtocolError()
        }
    }

    /// Reads a path: its length with the NUL, and the text.
    private func path(_ body: [UInt8]) throws(SeatProtocolError) -> String {
        let length = Int(body.withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) })
        guard length == body.count - 2, body.last == 0, !body.dropFirst(2).dropLast().contains(0) else {
            throw SeatProtocolError()
        }
        return String(decoding: body.dropFirst(2).dropLast(), as: UTF8.self)
    }
}

extension SeatReply {
    /// The bytes as they are sent.
    var bytes: [UInt8] {
        switch self {
        case .seatOpened(let name):
            let text = Array(name.utf8) + [0]
            return Self.message(1, Self.bytes(of: UInt16(text.count)) + text)
        case .seatClosed: return Self.message(2)
        case .deviceOpened(let number): return Self.message(3, Self.bytes(of: number))
        case .deviceClosed: return Self.message(4)
        case .enableSeat: return Self.message(6)
        case .pong: return Self.message(7)
        case .seatDisabled: return Self.message(9)
        case .error(let code): return Self.message(0x7FFF, Self.bytes(of: code))
        }
    }

    private static func message(_ kind: UInt16, _ body: [UInt8] = []) -> [UInt8] {
        bytes(of: kind | 0x8000) + bytes(of: UInt16(body.count)) + body
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }
}
