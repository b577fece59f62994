import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ScreensLinux

/// The record of a thread about its system call. Work of several calls is a call for a moment only.
struct PathCallTests {
    /// Work on a thread of its own, and the record of that thread.
    private final class Worker: Sendable {
        private let record = Mutex<PathCall?>(nil)
        let end = Completion()

        init(_ work: @escaping @Sendable () -> Void) {
            DetachedThread.start {
                self.record.withLock { $0 = PathCall.ofThisThread }
                work()
                self.end.signal()
            }
        }

        /// The start of the call that the thread is making.
        var since: MonotonicTime? { record.withLock(\.self)?.since }
    }

    @Test func eachNameOfAFolderIsACallOfItsOwn() throws {
        let call = PathCall.ofThisThread
        var names: [String] = []
        _ = try SystemFile.entries(of: "/proc/self") { name in
            #expect(call.since == nil)
            names.append(name)
            return false
        }
        #expect(names.contains("status"))
    }

    @Test func eachReadOfAWholeFileIsACallOfItsOwn() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Self.stream, 0, &ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        let worker = Worker { _ = try? WholeContent.of(reader, limit: 100, object: "the socket") }
        var first: MonotonicTime?
        try await eventually("it waits for the first bytes") {
            first = worker.since
            return first != nil
        }
        try #require(write(writer, "x", 1) == 1)
        try await eventually("it waits for more bytes") { worker.since.map { $0 != first } ?? false }
        close(writer)
        await worker.end.wait()
        #expect(worker.since == nil)
    }

    /// A socket with data that its peer does not take stands for a file that a share still has to store.
    @Test func aCloseIsACall() async throws {
        let (near, far) = try Self.connection()
        defer { close(far) }
        var linger = linger(l_onoff: 1, l_linger: 3600)
        let size = socklen_t(MemoryLayout.size(ofValue: linger))
        try #require(setsockopt(near, SOL_SOCKET, SO_LINGER, &linger, size) == 0)
        var bytes = [UInt8](repeating: 0, count: 65536)
        while send(near, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
        let worker = Worker { _ = PathDescriptor(adopting: near) }
        try await eventually("the close waits") { worker.since != nil }
        while read(far, &bytes, bytes.count) > 0 {}
        await worker.end.wait()
        #expect(worker.since == nil)
    }

    private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    /// Connects two sockets by TCP.
    private static func connection() throws -> (near: Int32, far: Int32) {
        let listener = OwnedDescriptor(adopting: socket(AF_INET, stream, 0))
        let near = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let far = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(listener.rawValue, address, size) == 0, listen(listener.rawValue, 1) == 0,
                    getsockname(listener.rawValue, address, &size) == 0, connect(near, address, size) == 0
                else { return Int32(-1) }
                return accept(listener.rawValue, nil, nil)
            }
        }
        try #require(far >= 0)
        return (near, far)
    }
}
