import Configuration
import JSON
import ProgramKit
import Screens
import Varlink

/// The calls about the settings of a screen: `Set`, `Confirm`, `Get` and `Reset`.
@MainLoop
final class SettingCalls {
    private let kit: VideoKit
    private let finder: ScreenFinder
    private let source: ConfigurationSource
    private let overrides: RuntimeOverrides
    private let changes: ChangeQueue
    private let trials: SettingTrials
    private let applied: AppliedSettings
    private let brightness: ScreenBrightness
    private let contents: ScreenContents
    private let readers: PictureReaders
    private let requests: PictureRequests
    private let idle: IdleTimers
    private let passes: SettlePasses

    init(
        _ kit: VideoKit, _ source: ConfigurationSource, _ overrides: RuntimeOverrides, _ changes: ChangeQueue,
        _ trials: SettingTrials, _ applied: AppliedSettings, _ brightness: ScreenBrightness,
        _ contents: ScreenContents, _ readers: PictureReaders, _ requests: PictureRequests, _ idle: IdleTimers,
        _ passes: SettlePasses
    ) {
        self.kit = kit
        finder = ScreenFinder(kit)
        self.source = source
        self.overrides = overrides
        self.changes = changes
        self.trials = trials
        self.applied = applied
        self.brightness = brightness
        self.contents = contents
        self.readers = readers
        self.requests = requests
        self.idle = idle
        self.passes = passes
    }

    func result(of call: Call) async throws(VarlinkError) -> Reply {
        let parameters = call.parameters
        switch call.member {
        case "Set":
            return try await change(parameters) { screen throws(VarlinkError) in try await set(parameters, on: screen) }
        case "Confirm":
            return try await change(parameters) { screen throws(VarlinkError) in
                guard trials.end(on: screen) else { throw ManagerError.nothingToConfirm(screen.name) }
                return Reply()
            }
        case "Get": return try get(parameters)
        case "Reset":
            return try await change(parameters) { screen throws(VarlinkError) in try await reset(parameters, on: screen)
            }
        default: throw .methodNotFound(call.method)
        }
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

    /// Checks all settings, then changes the overrides once and waits for the pass that applies them. Where that fails, the
    /// former overrides return.
    private func set(_ parameters: [String: JSONValue], on screen: Screen) async throws(VarlinkError) -> Reply {
        let settings = try Self.settings(parameters)
        let time = try Self.time(parameters)
        try check(settings, on: screen)
        let picture = try await read(settings.content)

        let former = overrides[screen]
        var trial: UInt64?
        if let time {
            trial = trials.begin(settings, on: screen, for: time)
        } else {
            trials.leaveOut(settings, on: screen)
        }
        let outcome: ApplyOutcome
        do throws(VarlinkError) {
            outcome = try await apply(settings, picture, on: screen)
        } catch {
            trials.restore(former.trial, on: screen)
            await change(screen) { $0.overrides = $0.overrides.restoring(settings, from: former.overrides) }
            throw error
        }
        if let time, let trial { trials.restart(trial, on: screen, for: time) }
        return try reply(outcome, of: settings, on: screen)
    }

    private static func settings(_ parameters: [String: JSONValue]) throws(VarlinkError) -> ScreenOverrides {
        let settings: ScreenOverrides
        do throws(SettingProblem) {
            settings = try ScreenOverrides(call: parameters["settings"] ?? .null)
        } catch {
            throw ManagerError.invalidValue(error.key, error.message)
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
        if let mode = settings.mode, !screen.availableModes.isEmpty, !mode.isPossible(among: screen.availableModes) {
            throw ManagerError.invalidValue("mode", "\(screen.name) has no mode \(mode)")
        }
        if let problem = ConnectorProperties(settings.properties ?? [:], among: screen.properties).problems.first {
            throw ManagerError.invalidValue("properties", problem)
        }
        if let source = settings.mirror?.value, screen.isNamed(source) {
            throw ManagerError.invalidValue("mirror", "is the screen itself")
        }
        if settings.content != nil, settings.mirror == nil,
            let source = kit.screens.first(where: { $0.id == screen.mirrorSource })
        {
            throw ManagerError.failed("\(screen.name) is configured to mirror \(source.name)")
        }
    }

    private func read(_ content: ShownContent?) async throws(VarlinkError) -> PreparedPicture? {
        do throws(PictureRequests.Unreadable) {
            return try await requests.read(content ?? .none)
        } catch {
            throw ManagerError.unreadable(error.path, error.message)
        }
    }

    private func apply(
        _ settings: ScreenOverrides, _ picture: PreparedPicture?, on screen: Screen
    ) async throws(VarlinkError) -> ApplyOutcome {
        let path: String? = if case .image(_, let path)? = settings.content { path } else { nil }
        if let path { readers.offer(picture, as: path) }
        if settings.content != nil { contents.restart(screen.qualifiedName) }
        let wasRefused = screen.dark?.reason == .modesetFailed
        applied.requireOutcome(of: screen.id)
        // The last, as it is written to another device: where that fails, the rest is undone.
        await change(screen) { entry in
            let brightness = entry.overrides.brightness
            entry.overrides = entry.overrides.overridden(by: settings)
            entry.overrides.brightness = brightness
        }
        if let path { readers.offer(nil, as: path) }
        let outcome = try outcome(of: screen)
        if let refusal = refusal(outcome, of: settings.mode, by: screen, wasRefused) {
            throw ManagerError.failed(refusal)
        }
        guard let percent = settings.brightness else { return outcome }
        do throws(ScreenError) {
            try await brightness.set(percent / 100, of: screen.id)
        } catch {
            throw ManagerError.of(error, screen: screen.name)
        }
        overrides.change(screen) { $0.overrides.brightness = percent }
        // It is set whether or not the screen shows anything.
        return settings.keys(.call) == ["brightness"] ? .set : outcome
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
            return mode == nil ? nil : deviations.first { $0.setting == .mode }?.message
        case .notSet(let dark):
            guard dark.reason == .modesetFailed, mode != nil || !wasRefused else { return nil }
            let target = mode.map { "set to \($0)" } ?? "set so"
            return "\(screen.name) cannot be \(target): \(dark.message)"
        }
    }

    private func reply(
        _ outcome: ApplyOutcome, of settings: ScreenOverrides, on screen: Screen
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
                    deviations: settings.keys(.call).filter { $0 != "brightness" }.map {
                        SetDocument.Deviation(key: $0, instead: nil, message: dark.message)
                    })
            }
        return Reply(try ScreenFinder.json(document).object ?? [:])
    }

    /// Changes the overrides of a display, and returns when its screen is as it is configured then.
    private func change(_ screen: Screen, _ body: (inout RuntimeOverrides.Entry) -> Void) async {
        overrides.change(screen, body)
        idle.use(screen.qualifiedName)
        await passes.run()
    }

    // MARK: Get and Reset

    private func get(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        let set = overrides[screen].overrides
        let configured = source.configuration.overrides(for: screen, among: kit.screens)
        return Reply(["settings": configured.overridden(by: set).json, "set": set.json])
    }

    private func reset(_ parameters: [String: JSONValue], on screen: Screen) async throws(VarlinkError) -> Reply {
        var settings = SettingTable.settings
        if let keys = parameters["keys"]?.array?.compactMap(\.string) {
            settings = []
            for key in keys {
                guard let setting = SettingTable.setting(key, spelling: .call) else {
                    let known = SettingTable.settings.map { Spelling.call.spell($0.key) }
                    throw ManagerError.invalidValue("keys", "'\(key)' is not one of \(known.joined(separator: ", "))")
                }
                settings.append(setting)
            }
        }
        let former = overrides[screen].overrides
        var kept = former
        for setting in settings { setting.remove(&kept) }
        trials.leaveOut(former.restoring(kept, from: ScreenOverrides()), on: screen)
        if settings.contains(where: { $0.key == "content" }) { contents.restart(screen.qualifiedName) }
        await change(screen) { $0.overrides = kept }
        return Reply(["screen": try ScreenFinder.json(try finder.document(of: screen))])
    }
}
