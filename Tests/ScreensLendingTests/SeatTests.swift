import Glibc
import ScreensConfiguration
import ScreensLinux
import Testing

@testable import ScreensLending

/// The seat of a screen, as clients of seatd see it.
@Suite struct SeatTests {
    // MARK: Messages

    private static func path(_ text: String) -> [UInt8] {
        let size = UInt8(text.utf8.count + 1)
        return [3, 0, size + 2, 0, size, 0] + Array(text.utf8) + [0]
    }

    private static let requests: [([UInt8], SeatRequest)] = [
        ([1, 0, 0, 0], .openSeat), ([2, 0, 0, 0], .closeSeat),
        (path("/dev/dri/card0"), .openDevice(path: "/dev/dri/card0")),
        (path(""), .openDevice(path: "")), ([4, 0, 4, 0, 2, 1, 0, 0], .closeDevice(258)), ([5, 0, 0, 0], .disableSeat),
        ([6, 0, 4, 0, 1, 0, 0, 0], .switchSession), ([7, 0, 0, 0], .ping),
    ]

    @Test(arguments: requests)
    func aRequestIsReadOnceItIsWhole(bytes: [UInt8], request: SeatRequest) throws {
        var reader = SeatRequestReader()
        for byte in bytes.dropLast() {
            reader.append([byte])
            #expect(try reader.next() == nil)
        }
        reader.append([bytes[bytes.count - 1]] + bytes)
        #expect(try reader.next() == request)
        #expect(try reader.next() == request)
        #expect(try reader.next() == nil)
    }

    @Test(
        arguments: [
            [0, 0, 0, 0], [8, 0, 0, 0], [1, 128, 0, 0], [1, 0, 1, 0, 0], [4, 0, 2, 0, 0, 0], [7, 0, 255, 255],
            // Paths without an end, with another length, with a NUL inside, and without a length.
            [3, 0, 3, 0, 1, 0, 47], [3, 0, 4, 0, 1, 0, 47, 0], [3, 0, 5, 0, 3, 0, 47, 0, 0], [3, 0, 2, 0, 0, 0],
        ] as [[UInt8]])
    func otherBytesAreNotARequest(bytes: [UInt8]) {
        var reader = SeatRequestReader()
        reader.append(bytes)
        #expect(throws: SeatProtocolError.self) { try reader.next() }
    }

    @Test(
        arguments: [
            (.seatOpened(name: "seat0"), [1, 128, 8, 0, 6, 0, 115, 101, 97, 116, 48, 0]),
            (.seatClosed, [2, 128, 0, 0]),
            (.deviceOpened(258), [3, 128, 4, 0, 2, 1, 0, 0]), (.deviceClosed, [4, 128, 0, 0]),
            (.enableSeat, [6, 128, 0, 0]),
            (.pong, [7, 128, 0, 0]), (.seatDisabled, [9, 128, 0, 0]), (.error(13), [255, 255, 4, 0, 13, 0, 0, 0]),
        ] as [(SeatReply, [UInt8])])
    func aReplyHasTheBytesOfTheProtocol(reply: SeatReply, bytes: [UInt8]) {
        #expect(reply.bytes == bytes)
    }

    // MARK: Weston's launcher

    @Test func aRequestToTheLauncherHasThePathOfADevice() throws {
        let bytes: [UInt8] = [0, 0, 0, 0, 2, 0, 8, 0] + Array("/dev/dri/card0".utf8) + [0]
        #expect(try LauncherRequest(bytes).path == "/dev/dri/card0")
    }

    @Test(
        arguments: [
            [], [0, 0, 0, 0, 2, 0, 8, 0], [1, 0, 0, 0, 2, 0, 8, 0, 47, 0], [0, 0, 0, 0, 2, 0, 8, 0, 47],
            [0, 0, 0, 0, 2, 0, 8, 0, 47, 0, 47, 0],
        ] as [[UInt8]])
    func otherBytesAreNotARequestToTheLauncher(bytes: [UInt8]) {
        #expect(throws: SeatProtocolError.self) { try LauncherRequest(bytes) }
    }

    /// A client of the launcher gets the lease, and errors for other files. A client that sends other bytes is
    /// disconnected.
    @Test func theLauncherAnswersByTheDevicesOfTheSeat() throws {
        let lease = SharedDescriptor(try OwnedDescriptor(path: "/dev/zero", flags: O_RDWR))
        let devices = SeatDevices(lease: lease, input: [])
        let (client, served) = try SharedDescriptor.pair(for: "a launcher", hasMessages: true)
        let (end, life) = try SharedDescriptor.pair(for: "a seat")
        let listener = try SharedDescriptor.pair(for: "no client")
        try NativeThread.start(name: "seat") {
            SeatLoop(listener.0, launcher: served, devices, until: end).run()
        }
        func answer(to bytes: [UInt8]) -> (bytes: [UInt8], descriptors: [Int32]) {
            #expect(send(client.rawValue, bytes, bytes.count, 0) == bytes.count)
            var reply = [UInt8](repeating: 0, count: 64)
            let (count, descriptors) = reply.withUnsafeMutableBytes {
                SocketMessage.receive(into: $0, on: client.rawValue)
            }
            return (Array(reply.prefix(max(count, 0))), descriptors)
        }
        func request(_ path: String) -> [UInt8] { [0, 0, 0, 0, 2, 0, 0, 0] + Array(path.utf8) + [0] }

        let opened = answer(to: request("/dev/zero"))
        #expect(opened.bytes == [3, 0, 0, 0, 0, 0, 0, 0])
        #expect(opened.descriptors.map { DeviceNumber(of: $0) } == [DeviceNumber(of: lease.rawValue)])
        for descriptor in opened.descriptors { close(descriptor) }
        // The numbers are -13 and -19: EACCES and ENODEV.
        for (path, code) in [("/dev/null", 243), ("/etc/passwd", 237), ("", 237)] as [(String, UInt8)] {
            let refused = answer(to: request(path))
            #expect(refused.bytes == [3, 0, 0, 0, code, 255, 255, 255])
            #expect(refused.descriptors.isEmpty)
        }
        #expect(answer(to: [7]).bytes.isEmpty)
        withExtendedLifetime((life, listener.1)) {}
    }

    // MARK: Clients

    /// A file that stands for the lease of a card.
    private static func devices() throws -> SeatDevices {
        SeatDevices(
            lease: SharedDescriptor(try OwnedDescriptor(path: "/dev/null", flags: O_RDWR)),
            input: [InputPattern("name=*")].compactMap(\.self))
    }

    /// Requests, with the replies to all of them.
    private static let conversations: [([SeatRequest], [SeatReply])] = [
        ([.openSeat], [.seatOpened(name: "seat0"), .enableSeat]),
        ([.openSeat, .openSeat], [.seatOpened(name: "seat0"), .enableSeat, .error(EBUSY)]),
        ([.ping, .openDevice(path: "/dev/null"), .closeSeat], [.pong, .error(EPERM), .error(EPERM)]),
        (
            [
                .openSeat, .openDevice(path: "/dev/null"), .openDevice(path: "/dev/null"), .closeDevice(1),
                .closeDevice(1),
            ],
            [.seatOpened(name: "seat0"), .enableSeat, .deviceOpened(1), .deviceOpened(2), .deviceClosed, .error(EBADF)]
        ),
        (
            [.openSeat, .openDevice(path: "/dev/zero"), .openDevice(path: "/etc/passwd"), .openDevice(path: "")],
            [.seatOpened(name: "seat0"), .enableSeat, .error(EACCES), .error(ENODEV), .error(ENODEV)]
        ),
        (
            [.openSeat, .switchSession, .disableSeat, .closeSeat, .openSeat],
            [
                .seatOpened(name: "seat0"), .enableSeat, .error(EPERM), .seatDisabled, .seatClosed,
                .seatOpened(name: "seat0"), .enableSeat,
            ]
        ),
    ]

    @Test(arguments: conversations)
    func aClientGetsItsScreenAndNoOtherDevice(requests: [SeatRequest], replies: [SeatReply]) throws {
        var client = SeatClient(try Self.devices())
        let answers = requests.flatMap { client.answers(to: $0) }
        #expect(answers.map(\.reply) == replies)
        for answer in answers {
            if case .deviceOpened = answer.reply { #expect(answer.file != nil) } else { #expect(answer.file == nil) }
        }
    }

    @Test func aClientHasAtMostAsManyDevicesAsWithSeatd() throws {
        var client = SeatClient(try Self.devices())
        _ = client.answers(to: .openSeat)
        let replies = (0..<130).flatMap { _ in client.answers(to: .openDevice(path: "/dev/null")) }.map(\.reply)
        #expect(replies.suffix(3) == [.deviceOpened(128), .error(EMFILE), .error(EMFILE)])
    }

    // MARK: Input devices

    private static let touch = InputDevice(
        name: "Touch Panel 7", seat: "seat1", properties: ["ID_PATH": "pci-0000:00:14.0-usb-0:1.2:1.0"])
    private static let remote = InputDevice(
        name: "vc4-hdmi-0", isCEC: true, properties: ["ID_PATH": "platform-fef00700.hdmi"])

    @Test(arguments: [
        ("name=Touch*", true, false), ("name=*", true, false), ("seat=seat1", true, false),
        ("seat=seat0", false, false),
        ("ID_PATH=*usb-0:1.2:*", true, false), ("ID_PATH=platform-*hdmi", false, true), ("ID_SERIAL=*", false, false),
    ])
    func aPatternChoosesDevices(text: String, touch: Bool, remote: Bool) throws {
        let pattern = try #require(InputPattern(text))
        #expect(pattern.fits(Self.touch) == touch)
        #expect(pattern.fits(Self.remote) == remote)
    }

    @Test(arguments: ["", "Touch", "=x", "name=", "Name=x", "id_path=x", "name x=y"])
    func otherWordsAreNotAPattern(text: String) {
        #expect(InputPattern(text) == nil)
    }

    @Test func aSimulatedCardHasNoSeat() throws {
        let file = try OwnedDescriptor(path: "/dev/null", flags: O_RDWR)
        #expect(throws: Failure.self) { try SeatServer(lease: file.rawValue, input: []) }
    }
}
