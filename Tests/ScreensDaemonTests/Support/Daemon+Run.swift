import Linux
import ProgramKit

@testable import Configuration
@testable import Screens
@testable import ScreensDaemon

extension Daemon {
    /// Has a daemon run on simulated cards while `body` does.
    static func run(
        on cards: CardSelection, reading file: String, in folder: TemporaryFolder,
        _ body: (Daemon) async throws -> Void
    ) async throws {
        folder.write(Array(file.utf8), to: "screens.toml")
        let loop = try EventLoop()
        var plan = DaemonPlan()
        plan.files = ConfigurationFiles(path: folder / "screens.toml")
        plan.cards = cards
        plan.socket = folder / "socket"
        plan.takesTerminal = false
        let daemon = try Daemon(plan, manager: ServiceManager { _ in nil }, thread: DaemonThread(loop))
        DetachedThread.start { loop.run() }
        let run = Task { try await daemon.run() }
        try await body(daemon)
        await daemon.stop()
        try await run.value
        loop.stop()
    }

    func isLit(_ name: String) -> Bool { kit.screens.contains { $0.name == name && $0.dark == nil } }
}
