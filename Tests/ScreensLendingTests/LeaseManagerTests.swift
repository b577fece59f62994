import Glibc
import ScreensKMS
import ScreensLinux
import TestSupport
import Testing

@testable import ScreensLending

/// The lease of a screen, as clients of drm-lease-manager see it.
@Suite struct LeaseManagerTests {
    private static let get: [UInt8] = [0, 0, 0, 0]
    private static let release: [UInt8] = [1, 0, 0, 0]

    // MARK: Messages and names

    @Test(
        arguments: [
            (get, .get), (release, .release), ([], nil), ([0], nil), ([0, 0, 0], nil), ([0, 0, 0, 0, 0], nil),
            ([2, 0, 0, 0], nil), ([0, 0, 0, 1], nil), ([255, 255, 255, 255], nil),
        ] as [([UInt8], LeaseManagerRequest?)])
    func aRequestIsANumberOfTheProtocol(bytes: [UInt8], request: LeaseManagerRequest?) {
        #expect(LeaseManagerRequest(bytes) == request)
    }

    @Test(
        arguments: [
            (11, "HDMI-A-1", 0, ["card0-HDMI-A-1"]), (7, "LVDS-2", 1, ["card1-LVDS-2"]),
            (18, "Writeback-1", 0, ["card0-Writeback-1"]),
            (0, "Unknown-1", 0, ["card0-Unknown-31", "card0-Unknown-1"]),
            (20, "USB-1", 2, ["card2-Unknown-31", "card2-USB-1"]),
        ] as [(UInt32, String, UInt64, [String])])
    func aLeaseHasTheNameOfItsConnector(type: UInt32, name: String, card: UInt64, names: [String]) {
        let connector = LeasedConnector(
            id: ConnectorID(rawValue: 31), type: ConnectorType(rawValue: type), name: name)
        #expect(LeaseManagerName.all(of: connector, card: card) == names)
    }

    // MARK: Clients

    /// A client of a lease. `/dev/zero` stands for the lease.
    private struct Client {
        let socket: SharedDescriptor

        init(_ server: LeaseManagerServer, name: String = "card0-HDMI-A-1") throws {
            let folder = try #require(server.environment["DLM_RUNTIME_PATH"] ?? nil)
            let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
            socket = SharedDescriptor(OwnedDescriptor(adopting: descriptor))
            let result = UnixAddress("\(folder)/\(name)").withRaw { connect(descriptor, $0, $1) }
            try #require(result == 0)
        }

        /// Sends a message, and returns the answer; nothing after a hangup.
        func answer(to bytes: [UInt8]) -> (bytes: [UInt8], devices: [DeviceNumber?]) {
            #expect(send(socket.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
            return next()
        }

        func next() -> (bytes: [UInt8], devices: [DeviceNumber?]) {
            var reply = [UInt8](repeating: 0, count: 64)
            let (count, descriptors) = reply.withUnsafeMutableBytes {
                SocketMessage.receive(into: $0, on: socket.rawValue)
            }
            defer { for descriptor in descriptors { close(descriptor) } }
            return (Array(reply.prefix(max(count, 0))), descriptors.map { DeviceNumber(of: $0) })
        }

        func expectLease() {
            let (bytes, devices) = answer(to: LeaseManagerTests.get)
            #expect(bytes.count == 1)
            #expect(devices == [DeviceNumber(at: "/dev/zero")])
        }

        func expectHangup(after bytes: [UInt8]) {
            let answer = answer(to: bytes)
            #expect(answer.bytes.isEmpty && answer.devices.isEmpty)
        }
    }

    private static func server(others: ArraySlice<String> = []) throws -> LeaseManagerServer {
        let lease = try OwnedDescriptor(path: "/dev/zero", flags: O_RDWR)
        return try LeaseManagerServer(lease: lease.rawValue, name: "card0-HDMI-A-1", others: others)
    }

    @Test func aClientGetsTheLeaseUntilItGivesItBack() throws {
        let server = try Self.server()
        let first = try Client(server)
        first.expectLease()
        // A library that leaves sends a request, and closes its end.
        first.expectHangup(after: Self.release)
        let second = try Client(server)
        second.expectLease()
        try Client(server).expectHangup(after: Self.get)
        shutdown(second.socket.rawValue, Int32(SHUT_RDWR))
        try Client(server).expectLease()
    }

    @Test func asLongAsTheLeaseIsOutOthersAreRefused() throws {
        let server = try Self.server()
        let first = try Client(server)
        first.expectLease()
        for _ in 0..<3 { try Client(server).expectHangup(after: Self.get) }
        // A client that has the lease cannot get it again, and returns it with its hangup.
        first.expectHangup(after: Self.get)
        try Client(server).expectLease()
    }

    @Test(arguments: [[2, 0, 0, 0], [0], [0, 0, 0], [0, 0, 0, 0, 0], [UInt8](repeating: 0, count: 4096), release])
    func otherBytesEndTheConnectionAlone(bytes: [UInt8]) throws {
        let server = try Self.server()
        let other = try Client(server)
        try Client(server).expectHangup(after: bytes)
        other.expectLease()
        try Client(server).expectHangup(after: bytes)
        try Client(server).expectHangup(after: Self.get)
    }

    @Test func manyClientsWaitForTheirTurn() async throws {
        let server = try Self.server()
        var clients = try (0..<20).map { _ in try Client(server) }
        clients[3].expectLease()
        clients.removeAll()
        // A process that another test starts has copies of these sockets until it is another program.
        try await eventually("the lease is free") { try Client(server).answer(to: Self.get).bytes.count == 1 }
    }

    @Test func theLeaseHasItsOtherNamesToo() throws {
        let server = try Self.server(others: ["card0-USB-1"])
        try Client(server, name: "card0-USB-1").expectLease()
    }

    @Test func theFolderIsClosedToOthersAndGoesWithTheServer() throws {
        var server: LeaseManagerServer? = try Self.server(others: ["card0-USB-1"])
        let folder = try #require(server?.environment["DLM_RUNTIME_PATH"] ?? nil)
        var status = stat()
        #expect(stat(folder, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        let client = try Client(try #require(server))
        server = nil
        #expect(client.next().bytes.isEmpty)
        #expect(stat(folder, &status) != 0)
    }

    @Test func aFileThatIsNotALeaseHasNoServer() throws {
        let file = try OwnedDescriptor(path: "/dev/null", flags: O_RDWR)
        #expect(LeaseManagerServer(lease: file.rawValue) == nil)
        #expect(LeasedConnector(ofLease: file.rawValue) == nil)
    }
}
