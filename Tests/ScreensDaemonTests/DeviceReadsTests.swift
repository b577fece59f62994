import ScreensLinux
import TestSupport
import Testing

@testable import ScreensDaemon

/// Device buffers of several clients of one screen.
@Suite struct DeviceReadsTests {
    init() { MainLoop.thread }

    private func outcome(_ reads: DeviceReads) async -> String {
        do throws(DrawRefusal) {
            try await reads.beginReading([])
            return "read"
        } catch {
            return if case .devicesHang = error { "devices hang" } else { "\(error)" }
        }
    }

    @Test func readsThatComeTogetherWaitForEachOther() async {
        let released = Completion()
        let reads = await DeviceReads { _ throws(SystemError) in
            _ = released.wait(until: .now.advanced(by: .seconds(60)))
        }
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<12 { group.addTask { await self.outcome(reads) } }
            released.signal()
            for await outcome in group { #expect(outcome == "read") }
        }
    }

    @Test func readsBehindDevicesThatHangEndAfterATime() async {
        let released = Completion()
        let reads = await DeviceReads(timeout: .milliseconds(20)) { _ throws(SystemError) in
            _ = released.wait(until: .now.advanced(by: .seconds(60)))
        }
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<4 { group.addTask { await self.outcome(reads) } }
            // These four keep their threads; a further one finds none.
            while await !reads.isBusy { await Task.yield() }
            let further = await outcome(reads)
            #expect(further == "devices hang")
            released.signal()
            for await outcome in group { #expect(outcome == "read") }
        }
        #expect(await outcome(reads) == "read")
    }
}
