import Glibc
import ScreensLinux

/// The clients of a seat, on the seat's thread.
struct SeatLoop {
    /// The highest number of clients. A program has one, and its children seldom more.
    private static let mostClients = 16
    /// The highest number of input devices that weston's launcher opens.
    private static let mostLaunched = 128
    private static let chunk = 4096

    private struct Connection {
        let socket: SharedDescriptor
        var reader = SeatRequestReader()
        var client: SeatClient
    }

    private let listener: SharedDescriptor
    private let devices: SeatDevices
    private let life: SharedDescriptor
    /// The socket of weston's launcher; nil after its client has left.
    private var launcher: SharedDescriptor?
    /// The input devices that weston's launcher has opened. Its protocol closes none.
    private var launched: [SeatDevice] = []
    private var connections: [Connection] = []

    /// - Parameters:
    ///   - launcher: a `SOCK_SEQPACKET` socket, whose other end the program has.
    ///   - life: a descriptor with a hangup at the end.
    init(
        _ listener: SharedDescriptor, launcher: SharedDescriptor, _ devices: SeatDevices, until life: SharedDescriptor
    ) {
        self.listener = listener
        self.launcher = launcher
        self.devices = devices
        self.life = life
    }

    consuming func run() {
        var loop = self
        while loop.takeNext() {}
        for device in loop.launched { device.revoke() }
        for place in loop.connections.indices { Self.leave(&loop.connections[place]) }
    }

    /// Waits, and handles what has arrived.
    ///
    /// - Returns: false at the end.
    private mutating func takeNext() -> Bool {
        // A client beyond the limit waits until another one leaves.
        let isFull = connections.count >= Self.mostClients
        let descriptors: [Int32] =
            [life.rawValue, isFull ? -1 : listener.rawValue, launcher?.rawValue ?? -1]
            + connections.map(\.socket.rawValue)
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return errno == EINTR || errno == EAGAIN }
        guard polled[0].revents == 0 else { return false }
        // The clients are served in reverse order, so that a removal moves no client that follows.
        for place in connections.indices.reversed() where polled[place + 3].revents != 0 {
            guard !Self.serve(&connections[place]) else { continue }
            Self.leave(&connections[place])
            connections.remove(at: place)
        }
        if let socket = launcher, polled[2].revents != 0, !launch(on: socket.rawValue) {
            // Other processes may hold the socket.
            shutdown(socket.rawValue, Int32(SHUT_RDWR))
            launcher = nil
        }
        if polled[1].revents != 0 { accept() }
        return true
    }

    private mutating func accept() {
        guard let socket = SharedDescriptor(acceptingOwnUser: listener.rawValue) else { return }
        connections.append(Connection(socket: socket, client: SeatClient(devices)))
    }

    /// Takes the devices of a client back.
    private static func leave(_ connection: inout Connection) {
        for device in connection.client.takeDevices() { device.revoke() }
    }

    /// Answers what a client has sent.
    ///
    /// - Returns: false if the client has left, or sends other bytes.
    private static func serve(_ connection: inout Connection) -> Bool {
        let socket = connection.socket.rawValue
        var bytes = [UInt8](repeating: 0, count: chunk)
        let count = recv(socket, &bytes, chunk, 0)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        connection.reader.append(bytes[..<count])
        do throws(SeatProtocolError) {
            while let request = try connection.reader.next() {
                for answer in connection.client.answers(to: request) {
                    for device in answer.lost { device.revoke() }
                    guard send(answer, on: socket) else { return false }
                }
            }
            return true
        } catch {
            return false
        }
    }

    /// Answers a request to weston's launcher.
    ///
    /// - Returns: false if the client has left, or sends other bytes.
    private mutating func launch(on socket: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: LauncherRequest.longest)
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        guard let request = try? LauncherRequest(Array(bytes[..<count])) else { return false }
        var file: SharedDescriptor?
        var code: Int32 = 0
        do throws(SystemError) {
            guard launched.count < Self.mostLaunched else {
                throw SystemError(call: "open", object: request.path, errno: EMFILE)
            }
            let device = try devices.open(request.path)
            if device.isInput { launched.append(device) }
            file = device.file
        } catch {
            code = error.errno
        }
        let reply = LauncherRequest.reply(errno: code)
        return reply.withUnsafeBytes { SocketMessage.send($0, passing: file?.rawValue, on: socket) } == reply.count
    }

    /// Sends an answer. A client reads each reply before its next request: a client whose socket is full is cut off.
    private static func send(_ answer: SeatClient.Answer, on socket: Int32) -> Bool {
        let bytes = answer.reply.bytes
        return bytes.withUnsafeBytes { SocketMessage.send($0, passing: answer.file?.rawValue, on: socket) }
            == bytes.count
    }
}
