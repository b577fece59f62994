import Glibc
import JSON
import ProgramKit
import Testing
import Varlink

@testable import Configuration
@testable import Screens
@testable import ScreensDaemon

/// A mode that is only tried, and what comes and goes meanwhile.
@Suite(.timeLimit(.minutes(1)))
struct ModeTrialTests {
    private let folder = TemporaryFolder()

    /// Runs a daemon on one simulated screen of two modes.
    private func withDaemon(_ body: (Daemon, SimulatedCard) async throws -> Void) async throws {
        let modes = [
            try SimulatedMode(width: 64, height: 48, millihertz: 60_000),
            try SimulatedMode(width: 32, height: 24, millihertz: 60_000),
        ]
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: modes)])
        let file = "[default]\ncontent = { color = '#112233' }\n"
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            while await !daemon.isLit("Virtual-1") { try await Task.sleep(for: .milliseconds(2)) }
            try await body(daemon, card)
        }
    }

    @Test func aTrialIsNotSavedThoughItsDisplayIsAway() async throws {
        try await withDaemon { daemon, card in
            let parameters: [String: JSONValue] = ["screen": "Virtual-1", "mode": "32x24", "confirmSeconds": 3600]
            _ = try await daemon.result(of: Call("screens.Manager.SetMode", parameters))
            card.unplug("Virtual-1")
            while await daemon.isLit("Virtual-1") { try await Task.sleep(for: .milliseconds(2)) }
            let reply = try await daemon.result(of: Call("screens.Manager.Save"))
            let file = try #require(reply.parameters["file"]?.string)
            let saved = try InputFile.plainContent(of: file, limit: 1 << 16)
            unlink(file)
            rmdir("\(folder.path)/screens.d")
            #expect(!String(decoding: saved, as: UTF8.self).contains("32x24"))
            #expect(await daemon.trials.formerModes.count == 1)
        }
    }

    @Test(arguments: [nil, 3600]) func aModeThatTheDriverRefusesIsAnErrorAndNotKept(confirmSeconds: Int64?) async throws
    {
        try await withDaemon { daemon, card in
            card.refuse(try SimulatedMode(width: 32, height: 24, millihertz: 60_000))
            var parameters: [String: JSONValue] = ["screen": "Virtual-1", "mode": "32x24"]
            if let confirmSeconds { parameters["confirmSeconds"] = .int(confirmSeconds) }
            let error = await #expect(throws: VarlinkError.self) {
                try await daemon.result(of: Call("screens.Manager.SetMode", parameters))
            }
            #expect(error?.name == "screens.Manager.Failed")
            #expect(await daemon.isLit("Virtual-1"))
            #expect(await daemon.trials.formerModes.isEmpty)
            #expect(await daemon.overrides.sections.isEmpty)
        }
    }
}
