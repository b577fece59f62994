import ScreensContents
import ScreensLinux
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

/// The order of changes that wait for each other.
@Suite(.timeLimit(.minutes(5))) struct ChangeQueueTests {
    private let screen = Screen(
        id: ScreenID(card: "/dev/dri/card0", connector: .init(rawValue: 7), session: 1, connection: 1),
        name: "HDMI-A-1",
        card: "/dev/dri/card0", driver: "i915", connector: .init(rawValue: 7), status: .connected, role: .external,
        kind: .display,
        identity: nil, edid: [], physicalSize: nil, availableModes: [], currentMode: nil, layout: nil,
        mirrorSource: nil, dark: nil, isStale: false)

    /// Changes that a test begins and ends one by one.
    @MainLoop
    private final class Changes {
        let queue: ChangeQueue
        private(set) var begun: [Int] = []
        private var gates: [AsyncStream<Void>.Continuation] = []
        private var tasks: [Task<Void, Never>] = []
        private var expected: (number: Int, continuation: CheckedContinuation<Void, Never>)?

        init(capacity: Int = 256) {
            queue = ChangeQueue(capacity: capacity)
        }

        func add(_ scope: ChangeQueue.Scope) {
            let (gate, opener) = AsyncStream.makeStream(of: Void.self)
            let number = gates.count
            gates.append(opener)
            tasks.append(
                Task {
                    await queue.run(on: scope) {
                        begin(number)
                        for await _ in gate {}
                    }
                })
        }

        private func begin(_ number: Int) {
            begun.append(number)
            guard expected?.number == number else { return }
            expected?.continuation.resume()
            expected = nil
        }

        /// - Parameter next: the change that begins after it. Its turn comes through jobs of other threads.
        func end(_ number: Int, before next: Int? = nil) async {
            gates[number].finish()
            await tasks[number].value
            await settle()
            guard let next, !begun.contains(next) else { return }
            await withCheckedContinuation { expected = (next, $0) }
        }

        /// Returns after all jobs that the loop has now.
        func settle() async {
            await Task { @MainLoop in }.value
        }
    }

    init() {
        MainLoop.thread
    }

    /// Returns after all timers that were set for this time or an earlier one, because timers fire in the order of
    /// their deadlines.
    @MainLoop private func timersFire(after delay: Duration) async {
        await withCheckedContinuation { continuation in
            MainLoop.shared.events.schedule(at: .now.advanced(by: delay)) { continuation.resume() }
        }
    }

    @Test @MainLoop func changesOfOneScreenRunInTheOrderOfArrival() async {
        let changes = Changes()
        for _ in 0..<3 { changes.add(.screen("card0/A")) }
        await changes.settle()
        #expect(changes.begun == [0])
        await changes.end(0, before: 1)
        #expect(changes.begun == [0, 1])
        await changes.end(1, before: 2)
        #expect(changes.begun == [0, 1, 2])
        await changes.end(2)
    }

    @Test @MainLoop func aSlowChangeHoldsUpOnlyItsScreen() async {
        let changes = Changes()
        changes.add(.screen("card0/A"))
        changes.add(.screen("card0/A"))
        changes.add(.screen("card0/B"))
        await changes.settle()
        #expect(changes.begun == [0, 2])
        for number in [2, 0, 1] { await changes.end(number) }
    }

    @Test @MainLoop func aChangeOfAllScreensRunsAlone() async {
        let changes = Changes()
        changes.add(.screen("card0/A"))
        changes.add(.all)
        changes.add(.screen("card0/B"))
        await changes.settle()
        #expect(changes.begun == [0])
        await changes.end(0, before: 1)
        #expect(changes.begun == [0, 1])
        await changes.end(1, before: 2)
        #expect(changes.begun == [0, 1, 2])
        await changes.end(2)
    }

    @Test @MainLoop func theFileOfSavedSettingsHasATurnOfItsOwn() async {
        let changes = Changes()
        changes.add(.saved)
        changes.add(.screen("card0/A"))
        changes.add(.saved)
        await changes.settle()
        #expect(changes.begun == [0, 1])
        await changes.end(0, before: 2)
        #expect(changes.begun == [0, 1, 2])
        for number in [1, 2] { await changes.end(number) }
    }

    /// Two changes of screens and one of all of them, which also change the file, wait for each other in some order.
    @Test @MainLoop func changesThatTakeTheFileInsideTheirScopeEnd() async {
        let queue = ChangeQueue()
        let scopes: [ChangeQueue.Scope] = [.screen("card0/A"), .all, .screen("card0/B"), .saved, .screen("card0/A")]
        var ended = 0
        let changes = scopes.map { scope in
            Task { @MainLoop in
                await queue.run(on: scope) {
                    await Task.yield()
                    if case .saved = scope { return }
                    await queue.run(on: .saved) { await Task.yield() }
                }
                ended += 1
            }
        }
        for change in changes { await change.value }
        #expect(ended == scopes.count)
    }

    @Test @MainLoop func moreCallsThanItHoldsAreRefused() async throws {
        let changes = Changes(capacity: 2)
        changes.add(.all)
        changes.add(.all)
        await changes.settle()
        let error = await #expect(throws: VarlinkError.self) { try await changes.queue.call(on: .all) { Reply() } }
        #expect(error?.name == "screens.Manager.Failed")
        await changes.end(0)
        await changes.end(1)
        _ = try await changes.queue.call(on: .all) { Reply() }
    }

    @MainLoop private func record(
        _ passes: ConfigurationPasses, _ overrides: RuntimeOverrides, _ log: EventLog
    ) throws -> ScreenRecord {
        let kit = VideoKit(observing: VideoKit.Settings())
        let contents = ContentEnvironment(kit, ScreenPlaces(), PictureSettings(), log)
        let records = ScreenRecords(ScreenEnvironment(contents, passes, .unsaved(contents.log)), overrides)
        _ = records.take([screen])
        return try #require(records[screen])
    }

    /// A confirmation that arrives in time is valid, however long it waits for the call before it.
    @Test @MainLoop func aTrialEndsAfterTheConfirmationThatArrivedBefore() async throws {
        let (changes, overrides, passes) = (Changes(), RuntimeOverrides(), ConfigurationPasses())
        let log = EventLog(LogOutput(isJournal: false))
        let trials = SettingTrials(overrides, changes.queue, passes, log)
        let (record, display) = (try record(passes, overrides, log), DisplayKey(screen))
        let scope = ChangeQueue.Scope.screen(screen.qualifiedName)
        var settings = ScreenOverrides()
        settings.dim = 5
        _ = trials.begin(settings, of: display, on: record, for: .milliseconds(20))
        overrides.set(settings, of: display)
        changes.add(scope)
        let confirmation = Task { await changes.queue.run(on: scope) { overrides.confirmTrial(of: display) } }
        await timersFire(after: .milliseconds(20))
        await changes.settle()
        await changes.end(0)
        #expect(await confirmation.value)
        #expect(overrides[screen].overrides == settings)
    }

    /// The modeset takes longer than the time to confirm it. The queued end of the trial belongs to the former
    /// deadline.
    @Test @MainLoop func aTrialThatIsRestartedDoesNotEndByItsFormerTime() async throws {
        let (changes, overrides, passes) = (Changes(), RuntimeOverrides(), ConfigurationPasses())
        let log = EventLog(LogOutput(isJournal: false))
        let trials = SettingTrials(overrides, changes.queue, passes, log)
        let (record, display) = (try record(passes, overrides, log), DisplayKey(screen))
        let scope = ChangeQueue.Scope.screen(screen.qualifiedName)
        var settings = ScreenOverrides()
        settings.dim = 5
        changes.add(scope)
        await changes.settle()
        let trial = trials.begin(settings, of: display, on: record, for: .zero)
        // The running change delays the end of the trial, which then comes before this change.
        await timersFire(after: .zero)
        await changes.settle()
        trials.restart(trial, on: record, for: .seconds(3600))
        changes.add(scope)
        await changes.end(0, before: 1)
        #expect(changes.begun == [0, 1])
        #expect(overrides[screen].trial != nil)
        await changes.end(1)
    }
}
