import Dispatch
import Glibc
import Screens
import ScreensLinux
import Testing

@testable import ScreensDaemon

@Suite struct GlobalJobsTests {
    private final class WhiteDelegate: VideoKitDelegate {
        func updateExternalView(_ view: inout ExternalView) { view.backgroundColor = .white }
    }

    /// Runs the jobs of a task on a thread of its own, so that none goes to the main loop.
    private final class OwnThread: TaskExecutor {
        private let thread: ActorThread

        init() throws(SystemError) {
            thread = try ActorThread(name: "events")
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let executor = asUnownedTaskExecutor()
            thread.enqueue { job.runSynchronously(on: executor) }
        }
    }

    /// Plugs a display in while the main thread is busy and runs no job. The library works without it.
    private static func plugWhileTheMainThreadIsBusy() async throws {
        let screen = SimulatedScreen(modes: [try SimulatedMode(width: 64, height: 64, millihertz: 60_000)])
        let card = try SimulatedCard(screens: [screen])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let delegate = WhiteDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        let (isPlugged, isUnplugged) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = try OwnThread()
        let events = kit.events
        Task(executorPreference: thread) {
            for await _ in events {
                let screens = kit.screens
                if screens.count == 2, screens.allSatisfy({ $0.dark == nil }) { isPlugged.signal() }
                if screens.map(\.name) == ["Virtual-2"] { isUnplugged.signal() }
            }
        }
        // From now on, jobs without an actor go to the main loop, which does not run.
        GlobalJobs.takeOver()
        try card.plug(screen)
        wait(for: isPlugged)
        try card.unplug("Virtual-1")
        wait(for: isUnplugged)
        withExtendedLifetime(delegate) { exit(0) }
    }

    /// Blocks the thread. Ends the process as failed after a minute.
    private static func wait(for semaphore: DispatchSemaphore) {
        guard semaphore.wait(timeout: .now() + 60) == .success else { exit(1) }
    }

    @Test func hotplugsAreHandledWhileTheMainThreadIsBusy() async {
        await #expect(processExitsWith: .success) { try await Self.plugWhileTheMainThreadIsBusy() }
    }
}
