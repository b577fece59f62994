import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The methods that change saved settings, or the settings of all screens: `Save`, `ResetAll` and `ResetAbsent`.
@MainLoop
final class SavedSettingCalls {
    private let finder: ScreenFinder
    private let saver: OverrideSaver
    private let overrides: RuntimeOverrides
    private let records: ScreenRecords
    private let changes: ChangeQueue
    private let passes: ConfigurationPasses

    init(
        _ finder: ScreenFinder, _ saver: OverrideSaver, _ overrides: RuntimeOverrides, _ records: ScreenRecords,
        _ changes: ChangeQueue
    ) {
        self.finder = finder
        self.saver = saver
        self.overrides = overrides
        self.records = records
        self.changes = changes
        passes = records.environment.passes
    }

    func save(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        let isOnConnector = parameters["onConnectors"]?.bool ?? false
        let settings = try SettingChange.named(parameters)
        guard parameters["screen"]?.string != nil else {
            return try await changes.call(on: .all) { () throws(VarlinkError) in
                records.update()
                return try await save(settings, of: nil, onConnectors: isOnConnector)
            }
        }
        return try await changes.call(onScreenOf: parameters, by: finder) { target throws(VarlinkError) in
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
        return Reply(saving.json)
    }

    func resetAll(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        try await changes.call(on: .all) { () throws(VarlinkError) in
            let former = records.all.map { (record: $0, content: $0.content.number) }
            try await changeSaved { () throws(Failure) in try await saver.removeAll() }
            overrides.removeAll()
            for (record, content) in former {
                // A pass may have restarted it while the disk took the change.
                record.content.restart(unlessBegunSince: content)
                record.idleness.use()
            }
            await passes.run()
            return Reply()
        }
    }

    func resetAbsent(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        let identity = parameters["identity"]?.string ?? ""
        let settings = try SettingChange.named(parameters)
        return try await changes.call(on: .saved) { () throws(VarlinkError) in
            _ = try saver.entry(ofAbsent: identity, otherwise: "whose settings Reset resets")
            try await mapping { () throws(Failure) in try await saver.remove(settings, ofAbsent: identity) }
            // The pass reports the change to watchers.
            passes.request()
            return Reply()
        }
    }

    /// Changes the file of saved settings, after earlier changes of it.
    private func changeSaved<Value>(
        _ body: @MainLoop () async throws(Failure) -> Value
    ) async throws(VarlinkError) -> Value {
        try await mapping { () throws(Failure) in try await changes.run(on: .saved, body) }
    }

    /// Runs `body`, and throws its failure as the error of a save.
    private func mapping<Value>(
        _ body: @MainLoop () async throws(Failure) -> Value
    ) async throws(VarlinkError) -> Value {
        do throws(Failure) {
            return try await body()
        } catch {
            throw ManagerError.notSaved(error, in: saver.path)
        }
    }
}

extension OverrideSaver.Saving {
    /// The type `Saving` of the interface.
    var json: [String: JSONValue] {
        ["file": .string(file), "settings": .int(Int64(count)), "damaged": damaged.map { .string($0) } ?? .null]
    }
}

extension OverrideSaver {
    /// The saved settings of an absent display.
    ///
    /// - Parameter words: the reason in the error if the display is connected.
    func entry(ofAbsent identity: String, otherwise words: String) throws(VarlinkError) -> SavedSettings.Entry {
        let (saved, connected) = savedSettings
        if let entry = saved.absent(identity, among: connected) { return entry }
        if let owner = saved.owner(of: identity, among: connected) {
            throw ManagerError.invalidValue("identity", "belongs to the display on \(owner.qualifiedName), \(words)")
        }
        // Displays of the same kind share an identity.
        let identities = Set(saved.absent(among: connected).compactMap(\.match.identity?.text))
        throw ManagerError.nothingToAdopt(identity, absent: identities.sorted())
    }
}
