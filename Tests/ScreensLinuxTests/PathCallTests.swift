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

    private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
}
