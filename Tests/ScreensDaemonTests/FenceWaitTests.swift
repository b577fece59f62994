import Glibc
import ScreensLinux
import TestSupport
import Testing

@testable import ScreensDaemon

/// The wait for the devices of a frame, with pipes in place of fences.
struct FenceWaitTests {
    init() { MainLoop.thread }

    private struct Pipe {
        let (end, writer): (Int32, Int32)

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            (end, writer) = (ends[0], ends[1])
        }

        func finish() { #expect(write(writer, "x", 1) == 1) }

        func close() {
            for descriptor in [end, writer] { #expect(Glibc.close(descriptor) == 0) }
        }
    }

    @Test @MainLoop func itEndsWithTheLastDevice() async throws {
        let pipes = try [Pipe(), Pipe()]
        let wait = FenceWait()
        let end = Task { try await wait.end(of: pipes.map(\.end)) }
        for pipe in pipes { pipe.finish() }
        #expect(try await end.value == .finished)
        for pipe in pipes { pipe.close() }
    }

    /// The client leaves before the wait begins, or between two descriptors, while nothing is waited for.
    @Test @MainLoop func aCancelBetweenTwoDescriptorsIsNotLost() async throws {
        let pipe = try Pipe()
        let wait = FenceWait()
        wait.cancel()
        #expect(try await wait.end(of: [pipe.end]) == .cancelled)
        pipe.close()
    }
}
