import ScreensLinux
import TestSupport
import Testing

@testable import Screens
@testable import ScreensDaemon

/// The watchdog of a service manager that is not awaited between two of its reports: a thousand seconds pass there.
struct WatchdogTests {
    private let folder = TemporaryFolder()

    init() { MainLoop.thread }

    @Test @MainLoop func aCheckThatFailsOnceIsRepeatedBeforeTheNextReportIsDue() async throws {
        let notifications = Datagrams(folder / "notify")
        var failures = ["a frame is still late", "a frame is late"]
        let watchdog = try watchdog { failures.popLast() }
        watchdog.begin { "" }
        #expect(notifications.next() == nil, "it does not work")
        try await eventually("the service manager is notified") { notifications.next() == "WATCHDOG=1" }
        #expect(failures.isEmpty)
        await watchdog.end()
    }

    @MainLoop private func watchdog(_ check: @escaping @MainLoop () -> String?) throws -> Watchdog {
        let environment = ["NOTIFY_SOCKET": folder / "notify", "WATCHDOG_USEC": "2000000000"]
        let card = try SimulatedCard(screens: [])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(delegate: ScreenPlaces().delegate, settings: settings)
        let log = EventLog(LogOutput(isJournal: false))
        return Watchdog(ServiceManager { environment[$0] }, kit, log, check: check, changed: {})
    }
}
