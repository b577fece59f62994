import Synchronization
import TestSupport
import Testing

@testable import ScreensLinux

struct MemoryLimitTests {
    private static let mebibyte = 1 << 20
    private static let service = "0::/system.slice/screensd.service\n"

    private struct Example: Sendable {
        let groups: String?
        var limits: [String: String] = [:]
        /// The machine's memory, and the expected limit, in MiB.
        let machine: Int
        let limit: Int
    }

    private static let examples = [
        // No limit: a quarter of the machine, and at most 512 MiB.
        Example(groups: nil, machine: 1024, limit: 256), Example(groups: service, machine: 8192, limit: 512),
        Example(groups: service, limits: ["/system.slice/screensd.service": "max"], machine: 1024, limit: 256),
        // The smallest limit counts, wherever it is.
        Example(groups: service, limits: ["/system.slice/screensd.service": "400"], machine: 8192, limit: 200),
        Example(
            groups: service, limits: ["/system.slice/screensd.service": "400", "/system.slice": "100"], machine: 8192,
            limit: 50),
        Example(groups: "0::/\n", limits: ["": "300"], machine: 8192, limit: 150),
        Example(groups: "4:memory:/a\n" + service, limits: ["": "300"], machine: 8192, limit: 150),
        Example(groups: "0::/../other\n", limits: ["/other": "300"], machine: 8192, limit: 150),
        Example(groups: service, limits: ["": "8000"], machine: 16_000, limit: 512),
        // A limit above the machine's memory limits nothing.
        Example(groups: service, limits: ["": "100000"], machine: 1000, limit: 250),
        Example(groups: "nonsense", machine: 1024, limit: 256),
        Example(groups: service, limits: ["": "nonsense"], machine: 1024, limit: 256),
    ]

    @Test(arguments: examples.indices)
    func theSmallestLimitAboveTheProcessIsHalved(index: Int) {
        let example = Self.examples[index]
        let limit = MemoryLimit.bytes(groups: example.groups, machine: example.machine * Self.mebibyte) { path in
            #expect(path.hasPrefix("/sys/fs/cgroup") && path.hasSuffix("/memory.max"))
            let group = path.dropFirst("/sys/fs/cgroup".count).dropLast("/memory.max".count)
            return example.limits[String(group)].map { text in
                Int(text).map { "\($0 * Self.mebibyte)" } ?? text
            }
        }
        #expect(limit == example.limit * Self.mebibyte)
    }

    @Test func everyMachineHasALimit() {
        #expect((1...MemoryLimit.most).contains(MemoryLimit.ofProcess()))
    }
}

struct MemoryBudgetTests {
    private static let mebibyte = 1 << 20

    init() { MainLoop.thread }

    private func budget(_ mebibytes: Int) -> MemoryBudget {
        MemoryBudget(remedy: "buy memory") { mebibytes * Self.mebibyte }
    }

    @Test func grantsGiveTheirBytesBackWhenTheyEnd() throws {
        let budget = budget(100)
        var first: MemoryGrant? = try budget.grant(60 * Self.mebibyte, for: .pictures)
        let second = try budget.grant(40 * Self.mebibyte, for: .decoding)
        #expect(budget.usage.bytes == [.pictures: 60 * Self.mebibyte, .decoding: 40 * Self.mebibyte])
        let refusal = #expect(throws: MemoryBudget.Refusal.self) { _ = try budget.grant(1, for: .snapshots) }
        #expect(
            refusal?.description
                == "needs 1 MiB of memory, and the memory budget is 100 MiB, of which 0 MiB are left")
        #expect(refusal?.remedy == "buy memory" && refusal?.isTooLarge == false)
        _ = first?.bytes
        first = nil
        #expect(budget.usage.sum == 40 * Self.mebibyte)
        second.shrink(to: Self.mebibyte, for: .pictures)
        #expect(budget.usage.bytes == [.pictures: Self.mebibyte])
        #expect(throws: MemoryBudget.Refusal.self) { try second.grow(to: 101 * Self.mebibyte) }
        try second.grow(to: 100 * Self.mebibyte)
        #expect(budget.usage.sum == 100 * Self.mebibyte && second.bytes == 100 * Self.mebibyte)
        #expect(budget.usage.refusals == 2)
    }

    @Test func aRequestThatIsLargerThanTheBudgetIsRefusedAtOnce() {
        let budget = budget(10)
        let refusal = #expect(throws: MemoryBudget.Refusal.self) {
            _ = try budget.grant(11 * Self.mebibyte, for: .decoding, within: .seconds(3600))
        }
        #expect(refusal?.isTooLarge == true)
        #expect(refusal?.description == "needs 11 MiB of memory, and the memory budget is 10 MiB")
    }

    @Test func numbersThatOverflowAreRefused() throws {
        let budget = budget(10)
        let grant = try budget.grant(5, for: .frames)
        #expect(throws: MemoryBudget.Refusal.self) { _ = try budget.grant(.max, for: .frames) }
        #expect(throws: MemoryBudget.Refusal.self) { try grant.grow(to: .max) }
        #expect(budget.usage.sum == 5)
    }

    @Test func unreadRepliesHaveALimitOfTheirOwn() throws {
        let budget = budget(512)
        let pictures = try budget.grant(512 * Self.mebibyte, for: .pictures)
        let grant = try budget.grant(MemoryBudget.mostReplies, for: .replies)
        #expect(throws: MemoryBudget.Refusal.self) { _ = try budget.grant(1, for: .replies) }
        pictures.shrink(to: 0)
        #expect(throws: MemoryBudget.Refusal.self) { try pictures.grow(to: 512 * Self.mebibyte) }
        try pictures.grow(to: 496 * Self.mebibyte)
        #expect(grant.bytes == MemoryBudget.mostReplies)
    }

    @Test func clientsThatDrawHaveHalfOfTheBudget() throws {
        let budget = budget(100)
        let frames = try budget.grant(40 * Self.mebibyte, for: .frames)
        let refusal = #expect(throws: MemoryBudget.Refusal.self) {
            _ = try budget.grant(20 * Self.mebibyte, for: .frames)
        }
        let (sizes, rest) = ("the memory budget is 100 MiB, with 50 MiB for this use", "of which 10 MiB are left")
        #expect(refusal?.description == "needs 20 MiB of memory, and \(sizes), \(rest)")
        #expect(refusal?.isTooLarge == false && budget.usage.isShort)
        let pictures = try budget.grant(60 * Self.mebibyte, for: .pictures)
        // 20 are needed: of the part of the clients, and of the budget.
        frames.shrink(to: 30 * Self.mebibyte)
        #expect(budget.usage.isShort)
        pictures.shrink(to: 50 * Self.mebibyte)
        #expect(!budget.usage.isShort)
        try frames.grow(to: 50 * Self.mebibyte)
        let large = #expect(throws: MemoryBudget.Refusal.self) {
            _ = try budget.grant(51 * Self.mebibyte, for: .frames, within: .seconds(3600))
        }
        #expect(large?.description == "needs 51 MiB of memory, and \(sizes)")
        #expect(frames.bytes == pictures.bytes)
    }

    @Test func theLimitOfTheSystemIsReadBeforeEachLargeGrant() throws {
        let limit = FallingLimit(100 * Self.mebibyte)
        let budget = MemoryBudget { limit.next() }
        _ = try budget.grant(60 * Self.mebibyte, for: .pictures)
        #expect(throws: MemoryBudget.Refusal.self) { _ = try budget.grant(60 * Self.mebibyte, for: .pictures) }
        // A configured limit counts whatever the system says.
        budget.setLimit(70 * Self.mebibyte)
        _ = try budget.grant(60 * Self.mebibyte, for: .pictures)
    }

    /// A limit that is half as large from the third reading on.
    private final class FallingLimit: Sendable {
        private let state: Mutex<(limit: Int, count: Int)>

        init(_ limit: Int) { state = Mutex((limit, 0)) }

        func next() -> Int {
            state.withLock { state in
                state.count += 1
                return state.count > 2 ? state.limit / 2 : state.limit
            }
        }
    }

    @Test func aLowerLimitTakesNothingBack() throws {
        let budget = budget(100)
        let grant = try budget.grant(80 * Self.mebibyte, for: .pictures)
        budget.setLimit(50 * Self.mebibyte)
        #expect(budget.usage.sum == 80 * Self.mebibyte)
        #expect(throws: MemoryBudget.Refusal.self) { _ = try budget.grant(1, for: .decoding) }
        grant.shrink(to: 0)
        _ = try budget.grant(50 * Self.mebibyte, for: .decoding)
    }

    @Test(.timeLimit(.minutes(1))) func aThreadWaitsUntilBytesAreGivenBack() throws {
        let budget = budget(100)
        let done = Completion()
        let first = Mutex<MemoryGrant?>(try budget.grant(100 * Self.mebibyte, for: .pictures))
        let hasStarted = DetachedThread.start {
            let grant = try? budget.grant(100 * Self.mebibyte, for: .decoding, within: .seconds(30))
            #expect(grant != nil)
            done.signal()
        }
        #expect(hasStarted)
        #expect(!done.wait(until: .now.advanced(by: .milliseconds(20))))
        first.withLock { $0 = nil }
        #expect(done.wait(until: .now.advanced(by: .seconds(30))))
        #expect(budget.usage.refusals == 0)
    }

    @Test func aThreadDoesNotWaitForEver() throws {
        let budget = budget(100)
        let grant = try budget.grant(100 * Self.mebibyte, for: .pictures)
        #expect(throws: MemoryBudget.Refusal.self) {
            _ = try budget.grant(1, for: .decoding, within: .milliseconds(20))
        }
        #expect(grant.bytes == 100 * Self.mebibyte)
    }

    // MARK: Shortages

    @Test func aBudgetIsShortUntilAsManyBytesAreFreeAsWereRefused() throws {
        let budget = budget(100)
        let other = try budget.grant(60 * Self.mebibyte, for: .pictures)
        do {
            let own = try budget.grant(30 * Self.mebibyte, for: .decoding)
            #expect(throws: MemoryBudget.Refusal.self) { try own.grow(to: 50 * Self.mebibyte) }
        }
        // Their owner has given up, and needs 50 of the 40 that are left.
        #expect(budget.usage.isShort && budget.usage.bytes == [.pictures: 60 * Self.mebibyte])
        other.shrink(to: 51 * Self.mebibyte)
        #expect(budget.usage.isShort)
        other.shrink(to: 50 * Self.mebibyte)
        #expect(!budget.usage.isShort && budget.usage.refusals == 1)
    }

    @Test func aBudgetIsShortUntilTheRequestSucceeds() throws {
        let budget = budget(100)
        let own = try budget.grant(30 * Self.mebibyte, for: .decoding)
        let other = try budget.grant(60 * Self.mebibyte, for: .pictures)
        #expect(throws: MemoryBudget.Refusal.self) { try own.grow(to: 90 * Self.mebibyte) }
        other.shrink(to: 10 * Self.mebibyte)
        #expect(budget.usage.isShort)
        try own.grow(to: 90 * Self.mebibyte)
        #expect(!budget.usage.isShort && budget.usage.sum == 100 * Self.mebibyte)
    }

    @Test func aBudgetIsShortUntilAnotherLimitIsSet() {
        let budget = budget(10)
        #expect(throws: MemoryBudget.Refusal.self) { _ = try budget.grant(11 * Self.mebibyte, for: .frames) }
        budget.setLimit(nil)
        #expect(budget.usage.isShort)
        budget.setLimit(11 * Self.mebibyte)
        #expect(!budget.usage.isShort)
    }

    @Test func anOwnerThatNeedsMoreThanTheBudgetInSumIsRefusedAtOnce() throws {
        let budget = budget(100)
        let grant = try budget.grant(60 * Self.mebibyte, for: .decoding)
        let refusal = #expect(throws: MemoryBudget.Refusal.self) {
            try grant.grow(to: 101 * Self.mebibyte, within: .milliseconds(20))
        }
        #expect(refusal?.isTooLarge == true)
        #expect(refusal?.description == "needs 101 MiB of memory, and the memory budget is 100 MiB")
    }

    // MARK: Tasks

    @Test(.timeLimit(.minutes(1))) @MainLoop func aTaskWaitsUntilBytesAreGivenBack() async throws {
        let budget = budget(100)
        let first = try budget.grant(100 * Self.mebibyte, for: .pictures)
        let tasks = [60, 40].map { mebibytes in
            Task { try await budget.grantLater(mebibytes * Self.mebibyte, for: .snapshots, within: .seconds(3600)) }
        }
        await Self.settle()
        // Enough for the second one alone.
        first.shrink(to: 60 * Self.mebibyte)
        let second = try await tasks[1].value
        #expect(budget.usage.bytes == [.pictures: 60 * Self.mebibyte, .snapshots: 40 * Self.mebibyte])
        first.shrink(to: 0)
        #expect(try await tasks[0].value.bytes + second.bytes == 100 * Self.mebibyte)
        #expect(budget.usage.refusals == 0)
    }

    @Test(.timeLimit(.minutes(1))) @MainLoop func aTaskDoesNotWaitForEver() async throws {
        let budget = budget(100)
        let grant = try budget.grant(100 * Self.mebibyte, for: .pictures)
        let refusal = await #expect(throws: MemoryBudget.Refusal.self) {
            _ = try await budget.grantLater(1, for: .snapshots, within: .milliseconds(20))
        }
        #expect(refusal?.isTooLarge == false && budget.usage.refusals == 1 && budget.usage.isShort)
        #expect(grant.bytes == 100 * Self.mebibyte)
    }

    @Test(.timeLimit(.minutes(1))) @MainLoop func aTaskDoesNotWaitForMoreThanTheBudget() async {
        let budget = budget(10)
        let refusal = await #expect(throws: MemoryBudget.Refusal.self) {
            _ = try await budget.grantLater(11 * Self.mebibyte, for: .snapshots, within: .seconds(3600))
        }
        #expect(refusal?.isTooLarge == true)
    }

    @Test(.timeLimit(.minutes(1))) @MainLoop func aTaskThatWaitsGetsItsBytesByALargerLimit() async throws {
        let budget = budget(100)
        let first = try budget.grant(100 * Self.mebibyte, for: .pictures)
        let task = Task { try await budget.grantLater(Self.mebibyte, for: .snapshots, within: .seconds(3600)) }
        await Self.settle()
        budget.setLimit(101 * Self.mebibyte)
        #expect(try await task.value.bytes + first.bytes == 101 * Self.mebibyte)
    }

    /// Returns when the tasks that were begun wait.
    @MainLoop
    private static func settle() async {
        for _ in 0..<4 { await withCheckedContinuation { next in MainLoop.enqueue { next.resume() } } }
    }
}
