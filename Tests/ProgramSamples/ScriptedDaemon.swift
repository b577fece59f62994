import Glibc
import ScreensJSON
import ScreensVarlink
import Synchronization
import Testing

@testable import ScreensLinux
@testable import ScreensManager

/// A daemon for tests: a socket in its own folder, and a script of replies.
final class ScriptedDaemon: Sendable {
    /// The script of a connection.
    enum Script: Sendable {
        /// Answers as the interface declares. Undeclared calls are refused.
        case answers(@Sendable (Call) -> [Reply])
        /// Answers one call in the same way, and ends the connection.
        case answersOnce(@Sendable (Call) -> [Reply])
        /// Sends these bytes after a call, and nothing more.
        case bytes([UInt8])
        /// Sends these bytes after a call, and ends the connection.
        case bytesAndEnd([UInt8])
        /// Sends these bytes again and again.
        case endlessly([UInt8])
        /// Accepts no connection.
        case deaf
    }

    let folder: String
    let path: String
    private let listener: Int32
    private let isServed: Bool
    private let log = Log()

    /// The calls, in their order.
    var calls: [Call] { log.calls.withLock(\.self) }

    private final class Log: Sendable {
        let calls = Mutex<[Call]>([])
    }

    init(_ script: Script) throws {
        var template = Array("/tmp/screens-daemon-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = folder + "/socket"
        self.path = path
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        self.listener = listener
        if case .deaf = script { isServed = false } else { isServed = true }
        try #require(bound == 0 && listen(listener, 0) == 0)
        guard isServed else { return }
        let service = try ServiceDescription(
            vendor: "test", product: "screensd", version: "0", url: "", definitions: [ManagerInterface.definition],
            methodsNeedingMore: ["screens.Manager.Watch"])
        let log = log
        DetachedThread.start {
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                DetachedThread.start {
                    Self.serve(descriptor, script, service) { call in log.calls.withLock { $0.append(call) } }
                    close(descriptor)
                }
            }
            close(listener)
        }
    }

    deinit {
        // The shutdown wakes the thread, which closes the socket.
        if isServed { shutdown(listener, Int32(SHUT_RDWR)) } else { close(listener) }
        unlink(path)
        rmdir(folder)
    }

    /// Connects to the daemon.
    func connection(
        timeouts: Duration = .seconds(60), longestAnswer: Int = DaemonClient.longestAnswer
    ) throws -> CommandClient {
        let location = DaemonLocation(option: path, environment: nil)
        let timeouts = CommandClient.Timeouts(reading: timeouts, changing: timeouts)
        return try #require(try CommandClient.open(location, timeouts: timeouts, longestAnswer: longestAnswer))
    }

    private static func serve(
        _ descriptor: Int32, _ script: Script, _ service: ServiceDescription, hear: (Call) -> Void
    ) {
        switch script {
        case .answers(let answer): talk(descriptor, service, once: false, hear, answer)
        case .answersOnce(let answer): talk(descriptor, service, once: true, hear, answer)
        case .bytes(let bytes):
            _ = receive(descriptor)
            _ = send(bytes, to: descriptor)
            while receive(descriptor) != nil {}
        case .bytesAndEnd(let bytes):
            _ = receive(descriptor)
            _ = send(bytes, to: descriptor)
        case .endlessly(let bytes): while send(bytes, to: descriptor) {}
        case .deaf: break
        }
    }

    private static func talk(
        _ descriptor: Int32, _ service: ServiceDescription, once: Bool, _ hear: (Call) -> Void,
        _ answer: (Call) -> [Reply]
    ) {
        var connection = ServerConnection(service: service)
        while let bytes = receive(descriptor) {
            connection.receive(bytes)
            while let call = connection.nextCall() {
                hear(call)
                for reply in answer(call) { try? connection.reply(reply) }
                let output = connection.withUnsentBytes { bytes in bytes.withUnsafeBufferPointer { Array($0) } }
                guard send(output, to: descriptor), !once else { return }
                connection.markSent(output.count)
            }
            let output = connection.withUnsentBytes { bytes in bytes.withUnsafeBufferPointer { Array($0) } }
            guard send(output, to: descriptor) else { return }
            connection.markSent(output.count)
        }
    }

    private static func receive(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension Reply {
    /// Returns an answer with one member.
    static func with(_ name: String, _ document: some Encodable) throws -> Reply {
        Reply([name: try JSONValue(encoding: document)])
    }
}
