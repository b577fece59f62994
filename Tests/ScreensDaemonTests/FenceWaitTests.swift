import Glibc
import ScreensLinux
import Synchronization
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
        let isLast = Atomic<Bool>(false)
        pipes[0].finish()
        // It runs when the wait for the first one gives way.
        Task { @MainLoop in
            isLast.store(true, ordering: .relaxed)
            pipes[1].finish()
        }
        #expect(try await wait.end(of: pipes.map(\.end)) == .finished)
        let wasLast = isLast.load(ordering: .relaxed)
        #expect(wasLast)
        for pipe in pipes { pipe.close() }
    }

    /// The client leaves while nothing is waited for, as between two descriptors.
    @Test @MainLoop func aCancelBeforeTheWaitIsNotLost() async throws {
        let pipe = try Pipe()
        let wait = FenceWait()
        wait.cancel()
        #expect(try await wait.end(of: [pipe.end]) == .cancelled)
        pipe.close()
    }
}
