import Glibc
import ScreensJSON
import ScreensServing
import Testing

struct MessageSocketTests {
    /// Makes two connected sockets.
    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    /// Receives until the peer has left.
    private static func everything(from socket: MessageSocket) throws -> [JSONValue] {
        var messages: [JSONValue] = []
        while true {
            do throws(MessageSocket.Failure) {
                messages += try socket.receive()
            } catch .ended {
                return messages
            }
        }
    }

    @Test func messagesBeforeTheEndOfTheConnectionAreReceived() throws {
        let (one, other) = try Self.pair()
        let socket = MessageSocket(adopting: one)
        var peer: MessageSocket? = MessageSocket(adopting: other)
        let messages = (0..<60).map { JSONValue.string("\($0) " + String(repeating: "x", count: 500)) }
        for message in messages { try peer?.send(message) }
        peer = nil
        #expect(try Self.everything(from: socket) == messages)
    }

    @Test func aPeerThatSendsMuchIsReadInParts() throws {
        let (one, other) = try Self.pair()
        let socket = MessageSocket(adopting: one)
        let peer = MessageSocket(adopting: other)
        for _ in 0..<60 { try peer.send(.string(String(repeating: "x", count: 1000))) }
        let count = try socket.receive().count
        #expect(1..<20 ~= count)
    }

    @Test(arguments: [(10, true), (11, false)])
    func aMessageHasAtMostTheBytesThatItMay(count: Int, isGood: Bool) throws {
        let (one, other) = try Self.pair()
        let socket = MessageSocket(adopting: one, longest: 10)
        let peer = MessageSocket(adopting: other)
        // The quotation marks are two of them.
        let message = JSONValue.string(String(repeating: "x", count: count - 2))
        for _ in 0..<3 { try peer.send(message) }
        var messages: [JSONValue] = []
        if isGood {
            while messages.count < 3 { messages += try socket.receive() }
        } else {
            #expect(throws: MessageSocket.Failure.invalid) { _ = try socket.receive() }
        }
        #expect(messages.allSatisfy { $0 == message })
    }

    @Test func bytesOtherThanMessagesAreRefused() throws {
        let (one, other) = try Self.pair()
        defer { close(other) }
        let socket = MessageSocket(adopting: one)
        let bytes = Array("{]\0".utf8)
        try #require(write(other, bytes, bytes.count) == bytes.count)
        #expect(throws: MessageSocket.Failure.invalid) { _ = try socket.receive() }
    }

    @Test(arguments: [0, 1, 2])
    func descriptorsThatAreNotAwaitedEndTheConnection(mostFiles: Int) throws {
        let (one, other) = try Self.pair()
        let socket = MessageSocket(adopting: one, mostFiles: mostFiles)
        let peer = MessageSocket(adopting: other)
        for _ in 0..<3 { try peer.send(["type": "free", "slot": 0], passing: one) }
        for _ in 0..<mostFiles { #expect(try socket.receive().count == 1) }
        #expect(throws: MessageSocket.Failure.invalid) { _ = try socket.receive() }
    }

    /// The kernel would close descriptors without room, and descriptors of an urgent byte, in this thread.
    @Test(arguments: [0, Int32(MSG_OOB)])
    func allDescriptorsOfAMessageAreReceived(flags: Int32) throws {
        let (one, other) = try Self.pair()
        defer { close(other) }
        let count = 253
        let socket = MessageSocket(adopting: one, mostFiles: count)
        var control = [UInt64](repeating: 0, count: (16 + count * 4 + 7) / 8)
        let sent = control.withUnsafeMutableBytes { control in
            var rights = cmsghdr()
            (rights.cmsg_len, rights.cmsg_level) = (16 + count * 4, SOL_SOCKET)
            rights.cmsg_type = Int32(SCM_RIGHTS)
            control.storeBytes(of: rights, as: cmsghdr.self)
            for place in 0..<count { control.storeBytes(of: other, toByteOffset: 16 + place * 4, as: Int32.self) }
            var byte = UInt8(ascii: "x")
            return withUnsafeMutableBytes(of: &byte) { byte in
                var part = iovec(iov_base: byte.baseAddress, iov_len: 1)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    return sendmsg(other, &message, flags)
                }
            }
        }
        #expect(sent == 1)
        #expect(try socket.receive().isEmpty)
        for _ in 0..<count { close(try #require(socket.takeFile())) }
    }

    @Test func aDescriptorIsTakenOnce() throws {
        let (one, other) = try Self.pair()
        let socket = MessageSocket(adopting: one, mostFiles: 1)
        let peer = MessageSocket(adopting: other)
        for _ in 0..<3 {
            try peer.send(["type": "memory", "slots": 6], passing: one)
            _ = try socket.receive()
            let file = try #require(socket.takeFile())
            close(file)
            #expect(socket.takeFile() == nil)
        }
    }
}
