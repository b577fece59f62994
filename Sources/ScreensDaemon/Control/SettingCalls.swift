import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

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
    private let applied: AppliedSettings
    private let brightness: ScreenBrightness
    private let records: ScreenRecords
    private let readers: PictureReaders
    private let requests: PictureRequests
    private let idle: IdleTimers
    private let passes: ConfigurationPasses

    init(
        kit: VideoKit, reports: ScreenReports, status: StatusReports, source: ConfigurationSource,
        overrides: RuntimeOverrides,
        saver: OverrideSaver,
        changes: ChangeQueue, trials: SettingTrials, applied: AppliedSettings, brightness: ScreenBrightness,
        records: ScreenRecords,
        readers: PictureReaders, requests: PictureRequests, idle: IdleTimers, passes: ConfigurationPasses
    ) {
        self.kit = kit
        finder = ScreenFinder(kit, reports)
        self.status = status
        self.source = source
        self.overrides = overrides
        self.saver = saver
        self.changes = changes
        self.trials = trials
        self.applied = applied
        self.brightness = brightness
        self.records = records
        self.readers = readers
        self.requests = requests
        self.idle = idle
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
        _ parameters: [String: JSONValue], _ body: @MainLoop (Screen) async throws(VarlinkError) -> Reply
    ) async throws(VarlinkError) -> Reply {
        let name = try finder.screen(parameters).qualifiedName
        return try await changes.call(on: .screen(name)) { () throws(VarlinkError) in
            try await body(try screen(parameters))
        }
    }

    /// The screen that a call names. Its display may have come, or been identified, since the last pass.
    private func screen(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Screen {
        overrides.follow(kit.connectors)
        return try finder.screen(parameters)
    }

    // MARK: Set

    private func set(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        try await change(parameters) { screen throws(VarlinkError) in try await set(parameters, on: screen) }
    }

    private func confirm(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        try await change(parameters) { screen throws(VarlinkError) in
            guard overrides.confirmTrial(on: screen) else { throw ManagerError.nothingToConfirm(screen.name) }
            // For watchers.
            passes.request()
            return Reply()
        }
    }

    /// Ends a trial as its timeout does, and waits for the pass that applies the former settings.
    private func revert(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        try await change(parameters) { screen throws(VarlinkError) in
            if overrides.undoTrial(on: screen) { await applyOverrides(of: screen) }
            return Reply()
        }
    }

    /// Checks all settings, then changes the overrides and waits for the pass that applies them. Where that fails, the
    /// former overrides return.
    private func set(_ parameters: [String: JSONValue], on screen: Screen) async throws(VarlinkError) -> Reply {
        let settings = try Self.settings(parameters)
        let time = try Self.time(parameters)
        try check(settings, on: screen)
        let picture = try await read(settings.content, for: screen)

        let former = overrides[screen]
        var trial: UInt64?
        if let time {
            trial = trials.begin(settings, on: screen, for: time)
        } else {
            overrides.endTrial(of: settings, on: screen)
        }
        let outcome: ApplyOutcome
        do throws(VarlinkError) {
            outcome = try await apply(settings, picture, on: screen)
        } catch {
            trials.restore(former.trial, on: screen)
            overrides.restore(settings, from: former.overrides, on: screen)
            await applyOverrides(of: screen)
            throw error
        }
        if let time, let trial { trials.restart(trial, on: screen, for: time) }
        return try reply(outcome, of: settings.keys(.call), on: screen)
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
        _ settings: ScreenOverrides, _ picture: PreparedPicture?, on screen: Screen
    ) async throws(VarlinkError) -> ApplyOutcome {
        let wasRefused = screen.dark?.reason == .modesetFailed
        // Brightness and another content come last. The one is written to another device: where that fails, the rest is undone.
        // The other cannot be refused, and where a setting before it is refused, the slides that are shown stay at their place.
        var (first, last) = (settings, ScreenOverrides())
        first.brightness = nil
        if showsContent(screen), settings.content != ShownContent.none {
            first.content = nil
            last.content = settings.content
        }
        var outcome = try await apply(first, showing: picture, on: screen)
        if let refusal = refusal(outcome, of: settings.mode, by: screen, wasRefused) {
            throw ManagerError.failed(refusal)
        }
        if let percent = settings.brightness { try await setBrightness(percent, of: screen) }
        if last != ScreenOverrides() { outcome = try await apply(last, showing: picture, on: screen) }
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
        _ settings: ScreenOverrides, showing picture: PreparedPicture?, on screen: Screen
    ) async throws(VarlinkError) -> ApplyOutcome {
        let path: String? = if case .image(_, let path)? = settings.content { path } else { nil }
        if let path { readers.offer(picture, as: path) }
        if settings.content != nil { records[screen].content.restart() }
        applied.requireOutcome(of: screen.id)
        overrides.set(settings, on: screen)
        await applyOverrides(of: screen)
        if let path { readers.offer(nil, as: path) }
        return try outcome(of: screen)
    }

    private func setBrightness(_ percent: Double, of screen: Screen) async throws(VarlinkError) {
        do throws(ScreenError) {
            try await brightness.set(percent / 100, of: screen)
        } catch {
            throw ManagerError.of(error, screen: screen.name)
        }
        var brightnessAlone = ScreenOverrides()
        brightnessAlone.brightness = percent
        overrides.set(brightnessAlone, on: screen)
    }

    /// The outcome for a screen as the library returned it; for one without a display, its settings are those of a later one.
    private func outcome(of screen: Screen) throws(VarlinkError) -> ApplyOutcome {
        do throws(ScreenError) {
            if let outcome = try applied.outcome(of: screen.id)?.get() { return outcome }
        } catch {
            // Else it was disconnected meanwhile.
            guard error.code == .noSuchScreen else { throw ManagerError.of(error, screen: screen.name) }
        }
        let now = kit.connectors.first { $0.qualifiedName == screen.qualifiedName }
        return .notSet(now?.dark ?? DarkState(.disconnected, message: "no display is connected"))
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
        _ outcome: ApplyOutcome, of keys: [String], on screen: Screen
    ) throws(VarlinkError) -> Reply {
        let screen = try finder.document(of: screen)
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
    private func applyOverrides(of screen: Screen) async {
        idle.use(screen.qualifiedName)
        await passes.run()
    }

    // MARK: Get, Reset, Save and Adopt

    private func get(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
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
            try await reset(parameters, on: try screen(parameters))
        }
    }

    /// Removes overrides, and waits for the pass that applies the configuration. A setting that the display does not follow
    /// then is a deviation: the configuration stays as it is.
    private func reset(_ parameters: [String: JSONValue], on screen: Screen) async throws(VarlinkError) -> Reply {
        let settings = try Self.namedSettings(parameters)
        let saved: ScreenOverrides
        do throws(Failure) {
            saved = try await saver.remove(settings, of: screen)
        } catch {
            throw ManagerError.notSaved(error, in: saver.path)
        }
        let removed = overrides.remove(settings, on: screen)
        overrides.endTrial(of: removed, on: screen)
        if settings.contains(where: { $0.key == "content" }) { records[screen].content.restart() }
        applied.requireOutcome(of: screen.id)
        await applyOverrides(of: screen)
        return try reply(try outcome(of: screen), of: saved.overridden(by: removed).keys(.call), on: screen)
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
            for screen in kit.screens {
                records[screen].content.restart()
                idle.use(screen.qualifiedName)
            }
            await passes.run()
            return Reply()
        }
    }

    private func save(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let isOnConnector = parameters["onConnectors"]?.bool ?? false
        let settings = try Self.namedSettings(parameters)
        return try await changes.call(on: .all) { () throws(VarlinkError) in
            let screen = parameters["screen"]?.string == nil ? nil : try screen(parameters)
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
            let screen = try screen(parameters)
            let entry = try absent(identity, otherwise: "which keeps its settings")
            do throws(Failure) {
                try await saver.adopt(entry, on: screen)
            } catch {
                throw ManagerError.notSaved(error, in: saver.path)
            }
            applied.requireOutcome(of: screen.id)
            await applyOverrides(of: screen)
            let keys = source.saved.settings(of: screen).keys(.call)
            return try reply(try outcome(of: screen), of: keys, on: screen)
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
