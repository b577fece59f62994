import Glibc
import ScreensLinux

/// The clients that request a lease from drm-lease-manager, on the thread of its socket. One client at a time has the
/// lease.
struct LeaseManagerLoop {
    /// The highest number of clients. A program has one, and its children seldom more.
    private static let mostClients = 16

    private struct Client {
        let socket: SharedDescriptor
        var hasLease = false
    }

    private let listener: SharedDescriptor
    private let lease: SharedDescriptor
    private let life: SharedDescriptor
    private var clients: [Client] = []

    /// - Parameters:
    ///   - listener: a `SOCK_SEQPACKET` socket.
    ///   - life: a descriptor with a hangup at the end.
    init(_ listener: SharedDescriptor, lease: SharedDescriptor, until life: SharedDescriptor) {
        self.listener = listener
        self.lease = lease
        self.life = life
    }

    consuming func run() {
        var loop = self
        while loop.takeNext() {}
    }

    /// Waits, and handles what has arrived.
    ///
    /// - Returns: false at the end.
    private mutating func takeNext() -> Bool {
        // A client beyond the limit waits until another one leaves.
        let isFull = clients.count >= Self.mostClients
        let descriptors = [life.rawValue, isFull ? -1 : listener.rawValue] + clients.map(\.socket.rawValue)
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return errno == EINTR || errno == EAGAIN }
        guard polled[0].revents == 0 else { return false }
        // The clients are served in reverse order, so that a removal moves no client that follows.
        for place in clients.indices.reversed() where polled[place + 2].revents != 0 {
            if !serve(place) { clients.remove(at: place) }
        }
        if polled[1].revents != 0 { accept() }
        return true
    }

    private mutating func accept() {
        guard let socket = SharedDescriptor(acceptingOwnUser: listener.rawValue) else { return }
        clients.append(Client(socket: socket))
    }

    /// Answers a request.
    ///
    /// - Returns: false if the client has left, has returned the lease, is refused or sends other bytes. Its connection
    ///   is closed then.
    private mutating func serve(_ place: Int) -> Bool {
        let socket = clients[place].socket.rawValue
        var bytes = [UInt8](repeating: 0, count: LeaseManagerRequest.longest)
        let count = recv(socket, &bytes, bytes.count, 0)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        guard LeaseManagerRequest(Array(bytes[..<count])) == .get, !clients.contains(where: \.hasLease) else {
            return false
        }
        clients[place].hasLease = true
        let reply: [UInt8] = [0]
        return reply.withUnsafeBytes { SocketMessage.send($0, passing: lease.rawValue, on: socket) } == reply.count
    }
}

/// A request of a client of drm-lease-manager, the program that lends screens in Automotive Grade Linux. The client
/// library sends it as a message of 32 bits in native byte order.
///
/// The answer to `get` is a message of one byte, with the descriptor as ancillary data. A refusal is a hangup.
enum LeaseManagerRequest: UInt32, Sendable, Hashable {
    case get = 0
    case release = 1

    private static let size = MemoryLayout<UInt32>.size
    /// The size of the buffer for a message. A message that fills more than a request is invalid.
    static let longest = size + 1

    /// Returns nil if the bytes are another message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.init(rawValue: bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
    }
}
