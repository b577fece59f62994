import ScreensLinux
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensDaemon

/// The replies to calls of `Snapshot`: who shares them, and who waits for whom.
@Suite(.timeLimit(.minutes(2))) struct SnapshotsTests {
    /// A screen with noise, whose captures wait if the test requests that.
    @MainLoop
    private final class Studio {
        let budget = MemoryBudget { 64 << 20 }
        var captureCount = 0
        var isHeld = false
        private var held: [CheckedContinuation<Void, Never>] = []

        nonisolated init() {}

        var source: SnapshotSource {
            SnapshotSource { _ in
                64 * 48
            } shown: { _ in
                SnapshotSource.Shown(frames: 1, modesets: 1)
            } capture: { [self] id throws(ScreenError) in
                captureCount += 1
                if isHeld { await withCheckedContinuation { held.append($0) } }
                // VideoKit does this if it waits for the thread of the screen.
                if Task.isCancelled { throw ScreenError.noScreen(id, to: "capture") }
                var random = SystemRandomNumberGenerator()
                return Picture(
                    size: Size(width: 64, height: 48),
                    pixels: (0..<64 * 48).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) })
            }
        }

        /// Lets the captures that wait, and all later ones, go on.
        func release() {
            isHeld = false
            for one in held { one.resume() }
            held = []
        }
    }

    private let studio = Studio()

    init() { MainLoop.thread }

    /// Requests the picture in a width.
    @MainLoop
    private func call(_ snapshots: Snapshots, of user: UInt32, width: Int = 64) -> Task<SharedReply, any Error> {
        let screen = ScreenID(card: "/dev/dri/card0", connector: ConnectorID(rawValue: 1), session: 1, connection: 1)
        let request = Snapshots.Request(screen: screen, format: .png, width: width, isOwn: false)
        return Task { try await snapshots.reply(request, of: user) { 1 } }
    }

    /// Returns when the main loop has done what was due.
    @MainLoop
    private func settle() async {
        for _ in 0..<8 { await withCheckedContinuation { next in MainLoop.enqueue { next.resume() } } }
    }

    @Test @MainLoop func aClientThatLeavesCostsOthersNothing() async throws {
        let snapshots = Snapshots(studio.source, studio.budget)
        studio.isHeld = true
        let first = call(snapshots, of: 1)
        try await eventually("the picture is read") { studio.captureCount == 1 }
        let second = call(snapshots, of: 2)
        await settle()
        first.cancel()
        await settle()
        studio.release()
        #expect(try await second.value.byteCount > 0)
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        #expect(studio.captureCount == 1)
        // The turn of the client that has left is over.
        #expect(try await call(snapshots, of: 1, width: 32).value.byteCount > 0)
    }

    @Test @MainLoop func aReaderKeepsItsOwnTurnAlone() async throws {
        let snapshots = Snapshots(studio.source, studio.budget)
        var first: SharedReply? = try await call(snapshots, of: 1).value
        let second = try await call(snapshots, of: 2).value
        #expect(second.byteCount == first?.byteCount && studio.captureCount == 1)
        first = nil
        // The second user still reads the bytes of the first picture.
        #expect(try await call(snapshots, of: 1, width: 32).value.byteCount > 0)
        #expect(second.byteCount > 0)
    }

    @Test @MainLoop func aUserHasOneReplyAtATime() async throws {
        let snapshots = Snapshots(studio.source, studio.budget)
        var first: SharedReply? = try await call(snapshots, of: 1).value
        #expect(try await call(snapshots, of: 1).value == first)
        var other: Task<SharedReply, any Error>? = call(snapshots, of: 1, width: 32)
        await settle()
        #expect(studio.captureCount == 1)
        first = nil
        #expect(try await other?.value.byteCount ?? 0 > 0)
        #expect(studio.captureCount == 2 && first == nil)
        other = nil
        try await eventually("the memory is given back") { studio.budget.usage.sum == 0 }
    }

    @Test @MainLoop func unreadRepliesOfAllUsersHaveALimit() async throws {
        let length = try await length(of: 64)
        let snapshots = Snapshots(studio.source, studio.budget, mostUnread: length * 5 / 2)
        var first: SharedReply? = try await call(snapshots, of: 1, width: 64).value
        let second = try await call(snapshots, of: 2, width: 63).value
        let third = call(snapshots, of: 3, width: 62)
        try await eventually("the third picture is read") { studio.captureCount == 4 }
        // A small snapshot does not wait for the readers of the large ones.
        let fourth = try await call(snapshots, of: 4, width: 1).value
        #expect(try #require(first).byteCount + second.byteCount + fourth.byteCount <= length * 5 / 2)
        first = nil
        let replies = [second, try await third.value, fourth]
        #expect(studio.budget.usage.bytes == [.snapshots: replies.reduce(0) { $0 + $1.byteCount }])
    }

    @Test @MainLoop func aReplyThatIsLongerThanAllMayBeIsRefused() async throws {
        let length = try await length(of: 64)
        let snapshots = Snapshots(studio.source, studio.budget, mostUnread: length / 2)
        let error = await #expect(throws: Snapshots.TooLong.self) { _ = try await call(snapshots, of: 1).value }
        #expect(try #require(error).bytes > length / 2)
        #expect(studio.budget.usage.sum == 0)
        #expect(try await call(snapshots, of: 1, width: 8).value.byteCount < length / 2)
    }

    /// The length of a reply with a picture of a certain width.
    @MainLoop
    private func length(of width: Int) async throws -> Int {
        try await call(Snapshots(studio.source, studio.budget), of: 1, width: width).value.byteCount
    }
}
