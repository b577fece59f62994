import Glibc
import ScreensLinux

/// The clients that request a lease as of drm-lease-manager, on the thread of its socket. One has the lease at a time.
struct LeaseManagerLoop {
    /// A program has one, and its children seldom more.
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
    ///   - listener: a socket of messages.
    ///   - life: has a hangup at the end.
    init(_ listener: SharedDescriptor, lease: SharedDescriptor, until life: SharedDescriptor) {
        self.listener = listener
        self.lease = lease
        self.life = life
    }

    consuming func run() {
        var loop = self
        while loop.takeNext() {}
    }

    /// Waits, and takes what has come.
    ///
    /// - Returns: false at the end.
    private mutating func takeNext() -> Bool {
        // A client beyond the limit waits until another one leaves.
        let isFull = clients.count >= Self.mostClients
        let descriptors = [life.rawValue, isFull ? -1 : listener.rawValue] + clients.map(\.socket.rawValue)
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return errno == EINTR || errno == EAGAIN }
        guard polled[0].revents == 0 else { return false }
        // From the last, so that those before keep their places.
        for place in clients.indices.reversed() where polled[place + 2].revents != 0 {
            if !serve(place) { clients.remove(at: place) }
        }
        if polled[1].revents != 0 { accept() }
        return true
    }

    private mutating func accept() {
        guard let socket = SharedDescriptor(accepting: listener.rawValue) else { return }
        // The folder is closed to others, unless its user has opened it to them.
        guard let peer = try? PeerCredentials(ofSocket: socket.rawValue), peer.user == geteuid() else { return }
        clients.append(Client(socket: socket))
    }

    /// Answers a request.
    ///
    /// - Returns: false where the client has left, has given the lease back, is refused, or sends other bytes: it has a hangup then.
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
