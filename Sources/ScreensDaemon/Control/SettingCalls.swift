import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensProgramKit
import ScreensVarlink

/// The screen whose settings a call changes, as the call has found it.
@MainLoop
private struct Target {
    let record: ScreenRecord
    /// The connection of the display that the call is about.
    let screen: Screen
    /// The name for people.
    var name: String { screen.name }
    /// The display, which may be identified while the call runs.
    var display: DisplayKey { record.display(of: screen) }

    init(record: ScreenRecord) {
        self.record = record
        screen = record.screen
    }
}

/// The calls about the settings of screens: `Set`, `Confirm`, `Revert`, `Get`, `Reset`, `Save` and `Adopt`.
@MainLoop
final class SettingCalls {
    private let kit: VideoKit
    private let finder: ScreenFinder
    private let status: StatusReports
    private let source: ConfigurationSource
    private let overrides: RuntimeOverrides
    private let saver: OverrideSaver
    private let changes: ChangeQueue
    private let trials: SettingTrials
    private let records: ScreenRecords
    private let readers: PictureReaders
    private let requests: PictureRequests
    private let passes: ConfigurationPasses

    init(
        kit: VideoKit, finder: ScreenFinder, status: StatusReports, source: ConfigurationSource,
        overrides: RuntimeOverrides, saver: OverrideSaver, changes: ChangeQueue, trials: SettingTrials,
        records: ScreenRecords, readers: PictureReaders, requests: PictureRequests, passes: ConfigurationPasses
    ) {
        self.kit = kit
        self.finder = finder
        self.status = status
        self.source = source
        self.overrides = overrides
        self.saver = saver
        self.changes = changes
        self.trials = trials
        self.records = records
        self.readers = readers
        self.requests = requests
        self.passes = passes
    }

    /// Its methods, by name.
    var methods: [String: ManagerMethod] {
        [
            "Set": set, "Confirm": confirm, "Revert": revert, "Get": get, "Reset": reset, "ResetAll": resetAll,
            "Save": save, "Adopt": adopt, "ResetAbsent": resetAbsent,
        ]
    }

    /// Changes the settings of the screen that a call names, when the changes before are made.
    private func change(
        _ parameters: [String: JSONValue], _ body: @MainLoop (Target) async throws(VarlinkError) -> Reply
    ) async throws(VarlinkError) -> Reply {
        let name = try finder.record(parameters).name
        return try await changes.call(on: .screen(name)) { () throws(VarlinkError) in
            try await body(try target(parameters))
        }
    }

    /// The screen that a call names.
    private func target(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Target {
        Target(record: try finder.record(parameters))
    }

    // MARK: Set

    private func set(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        try await change(parameters) { target throws(VarlinkError) in try await set(parameters, on: target) }
    }

    private func confirm(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        try await change(parameters) { target throws(VarlinkError) in
            guard overrides.confirmTrial(of: target.display) else { throw ManagerError.nothingToConfirm(target.name) }
            // For watchers.
            passes.request()
            return Reply()
        }
    }

    /// Ends a trial as its timeout does, and waits for the pass that applies the former settings.
    private func revert(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        try await change(parameters) { target throws(VarlinkError) in
            if overrides.undoTrial(of: target.display) { await applyOverrides(of: target) }
            return Reply()
        }
    }

    /// Checks all settings, then changes the overrides and waits for the pass that applies them. Where that fails, the
    /// former overrides return.
    private func set(_ parameters: [String: JSONValue], on target: Target) async throws(VarlinkError) -> Reply {
        let settings = try Self.settings(parameters)
        let time = try Self.time(parameters)
        try check(settings, on: target.screen)
        let picture = try await read(settings.content, for: target.screen)

        let former = overrides[target.display]
        var trial: UInt64?
        if let time {
            trial = trials.begin(settings, of: target.display, on: target.record, for: time)
        } else {
            overrides.endTrial(of: settings, of: target.display)
        }
        let outcome: ApplyOutcome
        do throws(VarlinkError) {
            outcome = try await apply(settings, picture, on: target)
        } catch {
            trials.restore(former.trial, of: target.display, on: target.record)
            overrides.restore(settings, from: former.overrides, of: target.display)
            await applyOverrides(of: target)
            throw error
        }
        if let time, let trial { trials.restart(trial, on: target.record, for: time) }
        return try reply(outcome, of: settings.keys(.call), on: target)
    }

    private static func settings(_ parameters: [String: JSONValue]) throws(VarlinkError) -> ScreenOverrides {
        let settings: ScreenOverrides
        do throws(SettingProblem) {
            settings = try ScreenOverrides(call: parameters["settings"] ?? .null)
        } catch {
            throw ManagerError.invalidValue(error.key, error.message)
        }
        if let problem = settings.onlyInFiles {
            throw ManagerError.invalidValue(
                problem.key, problem.message, remedy: "write it into /etc/screens/screens.toml, as root")
        }
        guard settings != ScreenOverrides() else { throw ManagerError.invalidValue("settings", "must have a setting") }
        return settings
    }

    private static func time(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Duration? {
        guard let seconds = parameters["confirmSeconds"]?.int else { return nil }
        if let problem = ManagerInterface.secondsProblem(seconds) {
            throw ManagerError.invalidValue("confirmSeconds", problem)
        }
        return .seconds(seconds)
    }

    /// Checks what depends on the screen.
    private func check(_ settings: ScreenOverrides, on screen: Screen) throws(VarlinkError) {
        // Without a probe modes may be missing, and from sysfs alone all properties are: then the modeset decides.
        if !screen.isStale {
            if let mode = settings.mode, !screen.availableModes.isEmpty, !mode.isPossible(among: screen.availableModes)
            {
                throw ManagerError.invalidValue(
                    "mode", "\(screen.name) \(mode.refusal(among: screen.availableModes))",
                    remedy: "`screens modes \(screen.name)` lists all")
            }
            if let problem = ConnectorProperties(settings.properties ?? [:], among: screen.properties).problems.first {
                throw ManagerError.invalidValue("properties", problem)
            }
        }
        if let source = settings.mirror?.value, screen.isNamed(source) {
            throw ManagerError.invalidValue("mirror", "is the screen itself")
        }
        if settings.content != nil, settings.mirror == nil,
            let source = kit.screens.first(where: { $0.qualifiedName == screen.mirrorSource })
        {
            throw ManagerError.failed(
                "\(screen.name) is configured to mirror \(source.name)",
                remedy:
                    "make the change on \(source.name), or end the mirror: `screens set \(screen.name) --mirror none`")
        }
        guard let percent = settings.brightness else { return }
        do throws(ScreenError) {
            try kit.checkBrightness(percent / 100, of: screen.id)
        } catch {
            throw ManagerError.of(error, screen: screen.name)
        }
    }

    private func read(_ content: ShownContent?, for screen: Screen) async throws(VarlinkError) -> PreparedPicture? {
        do throws(PictureRequests.Unreadable) {
            return try await requests.read(content ?? .none, in: screen.pictureSize, readers.limits)
        } catch {
            throw ManagerError.unreadable(error.path, error.failure)
        }
    }

    private func apply(
        _ settings: ScreenOverrides, _ picture: PreparedPicture?, on target: Target
    ) async throws(VarlinkError) -> ApplyOutcome {
        let wasRefused = target.screen.dark?.reason == .modesetFailed
        // Brightness and another content come last. The one is written to another device: where that fails, the rest is undone.
        // The other cannot be refused, and where a setting before it is refused, the slides that are shown stay at their place.
        var (first, last) = (settings, ScreenOverrides())
        first.brightness = nil
        if showsContent(target.screen), settings.content != ShownContent.none {
            first.content = nil
            last.content = settings.content
        }
        var outcome = try await apply(first, showing: picture, on: target)
        if let refusal = refusal(outcome, of: settings.mode, by: target.screen, wasRefused) {
            throw ManagerError.failed(refusal)
        }
        if let percent = settings.brightness { try await setBrightness(percent, of: target) }
        if last != ScreenOverrides() { outcome = try await apply(last, showing: picture, on: target) }
        // It is set whether or not the screen shows anything.
        return settings.keys(.call) == ["brightness"] ? .set : outcome
    }

    /// Whether the screen has a content now, or mirrors another one.
    private func showsContent(_ screen: Screen) -> Bool {
        source.configuration.effective(for: screen, among: kit.screens, set: overrides[screen].overrides).isDriven
    }

    /// Sets overrides of one pass.
    ///
    /// - Parameter picture: the content's, where that is a picture file.
    private func apply(
        _ settings: ScreenOverrides, showing picture: PreparedPicture?, on target: Target
    ) async throws(VarlinkError) -> ApplyOutcome {
        let path: String? = if case .image(_, let path)? = settings.content { path } else { nil }
        if let path { readers.offer(picture, as: path) }
        if settings.content != nil { target.record.content.restart() }
        target.record.applied.requireOutcome()
        overrides.set(settings, of: target.display)
        await applyOverrides(of: target)
        if let path { readers.offer(nil, as: path) }
        return try outcome(of: target)
    }

    private func setBrightness(_ percent: Double, of target: Target) async throws(VarlinkError) {
        do throws(ScreenError) {
            try await target.record.brightness.set(percent / 100, of: target.screen)
        } catch {
            throw ManagerError.of(error, screen: target.name)
        }
        var brightnessAlone = ScreenOverrides()
        brightnessAlone.brightness = percent
        overrides.set(brightnessAlone, of: target.display)
    }

    /// The outcome for a screen as the library returned it; for one without a display, its settings are those of a later one.
    private func outcome(of target: Target) throws(VarlinkError) -> ApplyOutcome {
        do throws(ScreenError) {
            if let outcome = try target.record.applied.outcome(of: target.screen.id)?.get() { return outcome }
        } catch {
            // Else it was disconnected meanwhile.
            guard error.code == .noSuchScreen else { throw ManagerError.of(error, screen: target.name) }
        }
        records.update()
        let now = target.record.isPresent ? target.record.screen.dark : nil
        return .notSet(now ?? DarkState(.disconnected, message: "no display is connected"))
    }

    /// The refusal of a mode; nil where the mode is set, or where that is for another time.
    private func refusal(
        _ outcome: ApplyOutcome, of mode: ModePolicy?, by screen: Screen, _ wasRefused: Bool
    ) -> String? {
        switch outcome {
        case .set: return nil
        case .setOtherwise(let deviations):
            guard mode != nil, let deviation = deviations.first(where: { $0.setting == .mode }) else { return nil }
            // The mode in its place is shown only until the former settings are applied again.
            return deviation.cause + "; its former settings return"
        case .notSet(let dark):
            guard dark.reason == .modesetFailed, mode != nil || !wasRefused else { return nil }
            let target = mode.map { "set to \($0)" } ?? "set so"
            return "\(screen.name) cannot be \(target): \(dark.message)"
        }
    }

    private func reply(
        _ outcome: ApplyOutcome, of keys: [String], on target: Target
    ) throws(VarlinkError) -> Reply {
        let screen = try finder.document(of: target.record)
        let document =
            switch outcome {
            case .set: SetDocument(screen: screen, outcome: .set)
            case .setOtherwise(let deviations):
                SetDocument(
                    screen: screen, outcome: .setOtherwise,
                    deviations: deviations.map {
                        SetDocument.Deviation(
                            key: Spelling.call.spell($0.key), instead: $0.instead, message: $0.message)
                    })
            case .notSet(let dark):
                SetDocument(
                    screen: screen, outcome: .notSet,
                    deviations: keys.filter { $0 != "brightness" }.map {
                        SetDocument.Deviation(key: $0, instead: nil, message: dark.message)
                    })
            }
        return Reply(try ScreenFinder.json(document).object ?? [:])
    }

    /// Returns when a screen is as it is configured with the overrides of its display.
    private func applyOverrides(of target: Target) async {
        target.record.idleness.use()
        await passes.run()
    }

    // MARK: Get, Reset, Save and Adopt

    private func get(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        let set = overrides[screen].overrides
        let configured = source.configuration.overrides(for: screen, among: kit.screens)
        let saved = source.saved.settings(of: screen)
        return Reply([
            "settings": configured.overridden(by: set).json, "set": set.json, "saved": saved.json,
            "status": try ScreenFinder.json(status.document(of: screen)),
            "notices": try ScreenFinder.json(status.notices),
        ])
    }

    private func reset(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        // The saved settings of all screens are in one file.
        try await changes.call(on: .all) { () throws(VarlinkError) in
            try await reset(parameters, on: try target(parameters))
        }
    }

    /// Removes overrides, and waits for the pass that applies the configuration. A setting that the display does not follow
    /// then is a deviation: the configuration stays as it is.
    private func reset(_ parameters: [String: JSONValue], on target: Target) async throws(VarlinkError) -> Reply {
        let settings = try Self.namedSettings(parameters)
        let saved: ScreenOverrides
        do throws(Failure) {
            saved = try await saver.remove(settings, of: target.screen)
        } catch {
            throw ManagerError.notSaved(error, in: saver.path)
        }
        let removed = overrides.remove(settings, of: target.display)
        overrides.endTrial(of: removed, of: target.display)
        if settings.contains(where: { $0.key == "content" }) { target.record.content.restart() }
        target.record.applied.requireOutcome()
        await applyOverrides(of: target)
        return try reply(try outcome(of: target), of: saved.overridden(by: removed).keys(.call), on: target)
    }

    /// The settings whose keys a call has; all where it has none.
    private static func namedSettings(_ parameters: [String: JSONValue]) throws(VarlinkError) -> [Setting] {
        guard let keys = parameters["keys"]?.array?.compactMap(\.string) else { return SettingTable.settings }
        var settings: [Setting] = []
        for key in keys {
            guard let setting = SettingTable.setting(key, spelling: .call) else {
                let known = SettingTable.settings.map { Spelling.call.spell($0.key) }
                throw ManagerError.invalidValue("keys", ValueProblem(not: key, oneOf: known).sentence)
            }
            settings.append(setting)
        }
        return settings
    }

    private func resetAll(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        try await changes.call(on: .all) { () throws(VarlinkError) in
            do throws(Failure) {
                try await saver.removeAll()
            } catch {
                throw ManagerError.notSaved(error, in: saver.path)
            }
            overrides.removeAll()
            for record in records.all {
                record.content.restart()
                record.idleness.use()
            }
            await passes.run()
            return Reply()
        }
    }

    private func save(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let isOnConnector = parameters["onConnectors"]?.bool ?? false
        let settings = try Self.namedSettings(parameters)
        return try await changes.call(on: .all) { () throws(VarlinkError) in
            records.update()
            let screen = parameters["screen"]?.string == nil ? nil : try finder.screen(parameters)
            let result: (count: Int, damaged: String?)
            do throws(Failure) {
                result = try await saver.save(settings, of: screen, onConnectors: isOnConnector)
            } catch {
                throw ManagerError.notSaved(error, in: saver.path)
            }
            // For watchers.
            passes.request()
            return Reply([
                "file": .string(saver.path), "settings": .int(Int64(result.count)),
                "damaged": result.damaged.map { .string($0) } ?? .null,
            ])
        }
    }

    private func adopt(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let identity = parameters["identity"]?.string ?? ""
        return try await changes.call(on: .all) { () throws(VarlinkError) in
            let target = try target(parameters)
            let entry = try absent(identity, otherwise: "which keeps its settings")
            do throws(Failure) {
                try await saver.adopt(entry, on: target.screen)
            } catch {
                throw ManagerError.notSaved(error, in: saver.path)
            }
            target.record.applied.requireOutcome()
            await applyOverrides(of: target)
            let keys = source.saved.settings(of: target.screen).keys(.call)
            return try reply(try outcome(of: target), of: keys, on: target)
        }
    }

    private func resetAbsent(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let identity = parameters["identity"]?.string ?? ""
        let settings = try Self.namedSettings(parameters)
        return try await changes.call(on: .all) { () throws(VarlinkError) in
            _ = try absent(identity, otherwise: "whose settings Reset resets")
            do throws(Failure) {
                try await saver.remove(settings, ofAbsent: identity)
            } catch {
                throw ManagerError.notSaved(error, in: saver.path)
            }
            // For watchers.
            passes.request()
            return Reply()
        }
    }

    /// The saved settings of an absent display.
    ///
    /// - Parameter words: the reason for an error where the display is connected.
    private func absent(
        _ identity: String, otherwise words: String
    ) throws(VarlinkError) -> SavedSettings.Entry {
        let connected = kit.screens
        if let entry = source.saved.absent(identity, among: connected) { return entry }
        if let owner = source.saved.owner(of: identity, among: connected) {
            throw ManagerError.invalidValue("identity", "is that of the display on \(owner.qualifiedName), \(words)")
        }
        // Displays that are alike have one.
        let identities = Set(source.saved.absent(among: connected).compactMap(\.match.identity?.text))
        throw ManagerError.nothingToAdopt(identity, absent: identities.sorted())
    }
}
