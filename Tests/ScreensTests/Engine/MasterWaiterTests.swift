import Foundation
import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

@Suite struct MasterWaiterTests {
    /// The card is free after a close, but another program takes it before this one.
    @Test func aLostRaceIsFollowedByFurtherTries() async throws {
        let node = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID().uuidString)")
        try Data().write(to: node)
        defer { try? FileManager.default.removeItem(at: node) }
        let clock = ManualClock(at: .zero)
        let thread = try ActorThread(name: "waiter", time: TimeSource(manual: clock.stepped))
        let waiter = MasterWaiter(on: thread)
        let attempts = Mutex(0)
        thread.enqueue {
            waiter.begin({ try? CloseWatch(node.path) }) {
                attempts.withLock { $0 += 1 }
                waiter.begin({ nil }) {}
            }
        }
        clock.advance(by: .seconds(1))
        #expect(attempts.withLock(\.self) == MasterWait.delays.count)
        try Data([1]).write(to: node)
        try await eventually("a further close is followed by tries too") {
            clock.advance(by: .seconds(1))
            return attempts.withLock(\.self) == 2 * MasterWait.delays.count
        }
        thread.enqueue { waiter.end() }
    }
}
