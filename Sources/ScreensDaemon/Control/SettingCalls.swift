import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The methods that change the settings of one screen: `Set`, `Reset`, `Adopt`, `Confirm` and `Revert`.
@MainLoop
final class SettingCalls {
    private let finder: ScreenFinder
    private let changer: SettingChanger
    private let trials: SettingTrials
    private let changes: ChangeQueue
    private let source: ConfigurationSource

    init(
        _ finder: ScreenFinder, _ changer: SettingChanger, _ trials: SettingTrials, _ changes: ChangeQueue,
        _ source: ConfigurationSource
    ) {
        self.source = source
        self.finder = finder
        self.changer = changer
        self.trials = trials
        self.changes = changes
    }

    /// - Parameter more: returns the parts of the reply that other methods do not have.
    private func make(
        _ change: SettingChange, _ parameters: MethodRow.Parameters,
        and more: (SettingChanger.Outcome) -> [String: JSONValue] = { _ in [:] }
    ) async throws(VarlinkError) -> Reply {
        try await changes.call(onScreenOf: parameters, by: finder) { target throws(VarlinkError) in
            let result = try await changer.make(change, on: target)
            return Reply(try reply(result, on: target).merging(more(result)) { $1 })
        }
    }

    func set(_ call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        let change = try permitted(try SettingChange(set: call.parameters), to: caller)
        return try await make(change, call.parameters) {
            ["saving": $0.saving.map { .object($0.json) } ?? .null]
        }
    }

    func reset(_ call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        let change = SettingChange(resets: try SettingChange.named(call.parameters))
        return try await make(try permitted(change, to: caller), call.parameters)
    }

    /// Returns the change that a client may make.
    ///
    /// - Throws: the refusal if the client has no right to a part of it.
    private func permitted(_ change: SettingChange, to caller: Caller) throws(VarlinkError) -> SettingChange {
        caller.rights == .all ? change : try OperatedSettings(source.filesOfAllTimes).permitted(change)
    }

    func adopt(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        try await make(SettingChange(adopted: parameters["identity"]?.string ?? ""), parameters)
    }

    func confirm(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        try await changes.call(onScreenOf: parameters, by: finder) { target throws(VarlinkError) in
            guard trials.confirm(on: target) else { throw ManagerError.nothingToConfirm(target.name) }
            return Reply()
        }
    }

    /// Ends a trial as its timeout does, and waits for the pass that applies the former settings.
    func revert(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        try await changes.call(onScreenOf: parameters, by: finder) { target throws(VarlinkError) in
            await trials.revert(on: target)
            return Reply()
        }
    }

    private func reply(
        _ result: SettingChanger.Outcome, on target: SettingTarget
    ) throws(VarlinkError) -> [String: JSONValue] {
        let screen = try finder.document(of: target.record)
        let document =
            switch result.outcome {
            case .success(.set): SetDocument(screen: screen, outcome: .set)
            case .success(.setOtherwise(let deviations)):
                SetDocument(
                    screen: screen, outcome: .setOtherwise,
                    deviations: deviations.map {
                        SetDocument.Deviation(
                            key: Spelling.call.spell($0.key), instead: $0.instead, message: $0.message)
                    })
            case .success(.notSet(let dark)):
                SetDocument(screen: screen, outcome: .notSet, deviations: result.deviations(because: dark.message))
            case .failure(let error):
                SetDocument(
                    screen: screen, outcome: target.record.screen.dark == nil ? .setOtherwise : .notSet,
                    deviations: result.deviations(because: error.problem))
            }
        return try ScreenFinder.json(document).object ?? [:]
    }
}

extension SettingChanger.Outcome {
    /// Deviations of all changed settings but the brightness, which is set whether or not the screen shows anything.
    fileprivate func deviations(because message: String) -> [SetDocument.Deviation] {
        keys.filter { $0 != "brightness" }.map { SetDocument.Deviation(key: $0, instead: nil, message: message) }
    }
}

extension ChangeQueue {
    /// Changes the settings of the screen that a call names, after earlier changes of them.
    func call(
        onScreenOf parameters: MethodRow.Parameters, by finder: ScreenFinder,
        _ change: @MainLoop (SettingTarget) async throws(VarlinkError) -> Reply
    ) async throws(VarlinkError) -> Reply {
        let name = try finder.record(parameters).name
        return try await call(on: .screen(name)) { () throws(VarlinkError) in
            try await change(SettingTarget(try finder.record(parameters)))
        }
    }
}
