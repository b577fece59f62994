import ProgramKit

@testable import Configuration
@testable import Screens
@testable import ScreensDaemon

extension MainLoop {
    /// The thread that is the main one of all tests.
    static let thread: Void = { _ = DetachedThread.start { MainLoop.run() } }()
}

extension Daemon {
    /// Runs a daemon on simulated cards while `body` runs.
    nonisolated static func run(
        on cards: CardSelection, reading file: String, in folder: TemporaryFolder,
        _ body: (Daemon) async throws -> Void
    ) async throws {
        folder.write(Array(file.utf8), to: "screens.toml")
        MainLoop.thread
        var options = LaunchOptions()
        options.files = ConfigurationFiles(path: folder / "screens.toml")
        options.cards = cards
        options.socket = folder / "socket"
        options.takesTerminal = false
        let daemon = try await Daemon(options, ServiceManager { _ in nil })
        let run = Task { try await daemon.run() }
        try await body(daemon)
        await daemon.stop()
        try await run.value
    }

    func isLit(_ name: String) -> Bool { kit.screens.contains { $0.name == name && $0.dark == nil } }
}
