import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The methods for the settings of screens: `Set`, `Confirm`, `Revert`, `Get`, `Reset`, `Save` and `Adopt`.
@MainLoop
final class SettingCalls {
    private let finder: ScreenFinder
    private let status: StatusReports
    private let changer: SettingChanger
    private let changes: ChangeQueue
    private let overrides: RuntimeOverrides
    private let source: ConfigurationSource
    private let saver: OverrideSaver
    private let records: ScreenRecords
    private let passes: ConfigurationPasses

    init(_ finder: ScreenFinder, _ status: StatusReports, _ changer: SettingChanger, _ changes: ChangeQueue) {
        self.finder = finder
        self.status = status
        self.changer = changer
        self.changes = changes
        overrides = changer.overrides
        source = changer.source
        saver = changer.saver
        records = changer.records
        passes = records.environment.passes
    }

    /// Changes the settings of the screen that a call names, after earlier changes.
    private func change(
        _ parameters: ManagerMethod.Parameters,
        _ body: @MainLoop (SettingTarget) async throws(VarlinkError) -> Reply
    ) async throws(VarlinkError) -> Reply {
        let name = try finder.record(parameters).name
        return try await changes.call(on: .screen(name)) { () throws(VarlinkError) in
            try await body(SettingTarget(try finder.record(parameters)))
        }
    }

    private func make(
        _ change: SettingChange, _ parameters: ManagerMethod.Parameters
    ) async throws(VarlinkError) -> Reply {
        try await self.change(parameters) { target throws(VarlinkError) in
            Reply(try reply(try await changer.make(change, on: target), on: target))
        }
    }

    // MARK: Set

    func set(_ parameters: ManagerMethod.Parameters) async throws(VarlinkError) -> Reply {
        let change = try SettingChange(set: parameters)
        return try await self.change(parameters) { target throws(VarlinkError) in
            let result = try await changer.make(change, on: target)
            let saving = result.saving.map { JSONValue.object(json($0)) } ?? .null
            return Reply(try reply(result, on: target).merging(["saving": saving]) { $1 })
        }
    }

    func reset(_ parameters: ManagerMethod.Parameters) async throws(VarlinkError) -> Reply {
        try await make(SettingChange(resets: try SettingChange.named(parameters)), parameters)
    }

    func adopt(_ parameters: ManagerMethod.Parameters) async throws(VarlinkError) -> Reply {
        try await make(SettingChange(adopted: parameters["identity"]?.string ?? ""), parameters)
    }

    func confirm(_ parameters: ManagerMethod.Parameters) async throws(VarlinkError) -> Reply {
        try await change(parameters) { target throws(VarlinkError) in
            guard overrides.confirmTrial(of: target.display) else { throw ManagerError.nothingToConfirm(target.name) }
            // The pass reports the change to watchers.
            passes.request()
            return Reply()
        }
    }

    /// Ends a trial as its timeout does, and waits for the pass that applies the former settings.
    func revert(_ parameters: ManagerMethod.Parameters) async throws(VarlinkError) -> Reply {
        try await change(parameters) { target throws(VarlinkError) in
            if overrides.undoTrial(of: target.display) { await changer.apply(on: target) }
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

    private func json(_ saving: OverrideSaver.Saving) -> [String: JSONValue] {
        [
            "file": .string(saver.path), "settings": .int(Int64(saving.count)),
            "damaged": saving.damaged.map { .string($0) } ?? .null,
        ]
    }

    // MARK: Get, Save, ResetAll and ResetAbsent

    func get(_ parameters: ManagerMethod.Parameters) throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        let set = overrides[screen].overrides
        let configured = source.configuration.overrides(for: screen, among: records.environment.kit.screens)
        let saved = source.saved.settings(of: screen)
        return Reply([
            "settings": configured.overridden(by: set).json, "set": set.json, "saved": saved.json,
            "status": try ScreenFinder.json(status.document(of: screen)),
            "notices": try ScreenFinder.json(status.notices),
        ])
    }

    func save(_ parameters: ManagerMethod.Parameters) async throws(VarlinkError) -> Reply {
        let isOnConnector = parameters["onConnectors"]?.bool ?? false
        let settings = try SettingChange.named(parameters)
        guard parameters["screen"]?.string != nil else {
            return try await changes.call(on: .all) { () throws(VarlinkError) in
                records.update()
                return try await save(settings, of: nil, onConnectors: isOnConnector)
            }
        }
        return try await change(parameters) { target throws(VarlinkError) in
            try await save(settings, of: target.screen, onConnectors: isOnConnector)
        }
    }

    private func save(
        _ settings: [Setting], of screen: Screen?, onConnectors isOnConnector: Bool
    ) async throws(VarlinkError) -> Reply {
        let saving = try await changeSaved { () throws(Failure) in
            try await saver.save(settings, of: screen, onConnectors: isOnConnector)
        }
        // The pass reports the change to watchers.
        passes.request()
        return Reply(json(saving))
    }

    /// Changes the file of saved settings, after earlier changes of it.
    private func changeSaved<Value>(
        _ body: @MainLoop () async throws(Failure) -> Value
    ) async throws(VarlinkError) -> Value {
        do throws(Failure) {
            return try await changes.run(on: .saved, body)
        } catch {
            throw ManagerError.notSaved(error, in: saver.path)
        }
    }

    func resetAll(_ parameters: ManagerMethod.Parameters) async throws(VarlinkError) -> Reply {
        try await changes.call(on: .all) { () throws(VarlinkError) in
            try await changeSaved { () throws(Failure) in try await saver.removeAll() }
            overrides.removeAll()
            for record in records.all {
                record.content.restart()
                record.idleness.use()
            }
            await passes.run()
            return Reply()
        }
    }

    func resetAbsent(_ parameters: ManagerMethod.Parameters) async throws(VarlinkError) -> Reply {
        let identity = parameters["identity"]?.string ?? ""
        let settings = try SettingChange.named(parameters)
        return try await changes.call(on: .saved) { () throws(VarlinkError) in
            _ = try changer.absent(identity, otherwise: "whose settings Reset resets")
            do throws(Failure) {
                try await saver.remove(settings, ofAbsent: identity)
            } catch {
                throw ManagerError.notSaved(error, in: saver.path)
            }
            // The pass reports the change to watchers.
            passes.request()
            return Reply()
        }
    }
}

extension SettingChanger.Outcome {
    /// Deviations of all changed settings but the brightness, which is set whether or not the screen shows anything.
    fileprivate func deviations(because message: String) -> [SetDocument.Deviation] {
        keys.filter { $0 != "brightness" }.map { SetDocument.Deviation(key: $0, instead: nil, message: message) }
    }
}
