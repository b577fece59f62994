import Glibc
import Testing

@testable import ScreensServing

/// Files of others, closed on threads.
@Suite struct FileCloserTests {
    /// The read ends when the last writer has closed.
    @Test func eachFileIsClosed() throws {
        for _ in 0..<2 * FileCloser.mostThreads {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            FileCloser.close(ends[1])
            var byte: UInt8 = 0
            #expect(read(ends[0], &byte, 1) == 0)
            close(ends[0])
        }
    }

    /// The kernel closes the files in unread messages with the connection.
    @Test func aConnectionIsClosedWhetherOrNotItWasRead() throws {
        for bytes in ["", "unread"] {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            _ = write(ends[1], bytes, bytes.utf8.count)
            FileCloser.close(connection: ends[0])
            var state = pollfd(fd: ends[1], events: Int16(POLLIN), revents: 0)
            #expect(poll(&state, 1, 30_000) == 1 && state.revents & Int16(POLLHUP) != 0)
            close(ends[1])
        }
    }
}
