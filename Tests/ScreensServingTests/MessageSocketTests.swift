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
