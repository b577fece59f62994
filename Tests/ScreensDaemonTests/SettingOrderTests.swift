import Glibc
import ScreensJSON
import ScreensVarlink
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

/// Calls of several clients that change settings at the same time.
@Suite struct SettingOrderTests {
    private let folder = TemporaryFolder()

    private func withDaemon(_ body: (Daemon, SimulatedCard) async throws -> Void) async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            card.refuse(try SimulatedMode(width: 32, height: 24, millihertz: 60_000))
            try await body(daemon, card)
        }
    }

    private static func set(_ settings: JSONValue, confirmSeconds: Int64? = nil) -> Call {
        var parameters: [String: JSONValue] = ["screen": "Virtual-1", "settings": settings]
        if let confirmSeconds { parameters["confirmSeconds"] = .int(confirmSeconds) }
        return Call("screens.Manager.Set", parameters)
    }

    /// Settings that fail after the pass that applies them.
    private static let failing = set(["rotate": 90, "mode": "32x24"])

    @Test func aCallThatFailsLeavesTheTrialOfAnotherClient() async throws {
        try await withDaemon { daemon, _ in
            let outcomes = await daemon.answerTogether([
                Self.failing, Self.set(["overscan": "5%"], confirmSeconds: 3600),
            ])
            #expect(Answer.errors(outcomes) == ["screens.Manager.Failed", nil])
            let (kept, isConfirmed) = try await (daemon.overrides(of: "Virtual-1"), daemon.confirm("Virtual-1"))
            #expect(kept == ["overscan": "5%"])
            #expect(isConfirmed)
        }
    }

    @Test func aConfirmedTrialDoesNotReturnWithACallThatFails() async throws {
        try await withDaemon { daemon, _ in
            try await daemon.set(["overscan": "5%"], on: "Virtual-1", confirmSeconds: 3600)
            let confirm = Call("screens.Manager.Confirm", ["screen": "Virtual-1"])
            let outcomes = await daemon.answerTogether([Self.failing, confirm])
            #expect(Answer.errors(outcomes) == ["screens.Manager.Failed", nil])
            #expect(try await !daemon.confirm("Virtual-1"))
        }
    }

    @Test func everyCallGetsItsOwnOutcome() async throws {
        try await withDaemon { daemon, _ in
            let outcomes = await daemon.answerTogether([
                Self.set(["mode": "32x24"]), Self.set(["mode": "64x48"]), Self.set(["mode": "32x24"]),
            ])
            #expect(Answer.errors(outcomes) == ["screens.Manager.Failed", nil, "screens.Manager.Failed"])
            #expect(outcomes[1].parameters?["outcome"] == "set")
            let kept = try await daemon.overrides(of: "Virtual-1")
            #expect(kept?["mode"]?.string?.hasPrefix("64x48") == true)
        }
    }

    @Test func aReloadAlsoRemovesSettingsThatAFailingCallPutsBack() async throws {
        try await withDaemon { daemon, _ in
            try await daemon.set(["rotate": 180], on: "Virtual-1")
            let outcomes = await daemon.answerTogether([Self.failing, Call("screens.Manager.Reload")])
            #expect(Answer.errors(outcomes) == ["screens.Manager.Failed", nil])
            #expect(try await daemon.overrides(of: "Virtual-1") == [:])
            #expect(await daemon.screens.map { $0.layout?.orientation } == [.upright])
        }
    }

    @Test func settingsThatAreBeingSetAreNotSavedBeforeTheyAreApplied() async throws {
        try await withDaemon { daemon, _ in
            let outcomes = await daemon.answerTogether([Self.failing, Call("screens.Manager.Save")])
            #expect(Answer.errors(outcomes) == ["screens.Manager.Failed", nil])
            let saved = try StateFolder(path: folder / "state").saved.read()
            #expect(saved.entries.allSatisfy { $0.settings.clockwiseQuarters == nil })
            await daemon.waitForPass()
            #expect(await daemon.screens.map { $0.layout?.orientation } == [.upright])
        }
    }
}

/// The answer to a call.
private enum Answer: Sendable {
    case reply([String: JSONValue])
    case failure(String)

    var parameters: [String: JSONValue]? { if case .reply(let parameters) = self { parameters } else { nil } }
    static func errors(_ answers: [Answer]) -> [String?] { answers.map(\.error) }

    private var error: String? { if case .failure(let name) = self { name } else { nil } }
}

extension Daemon {
    /// Answers calls that arrive in this order, each before the earlier one is answered.
    fileprivate func answerTogether(_ calls: [Call]) async -> [Answer] {
        let answers = calls.map { call in
            Task {
                do throws(VarlinkError) {
                    return Answer.reply(try await result(of: call).parameters)
                } catch {
                    return Answer.failure(error.name)
                }
            }
        }
        var answered: [Answer] = []
        for answer in answers { answered.append(await answer.value) }
        return answered
    }
}
