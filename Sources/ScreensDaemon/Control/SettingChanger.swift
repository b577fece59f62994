import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The screen whose settings a call changes, as the call found it.
@MainLoop
struct SettingTarget {
    let record: ScreenRecord
    /// The connection of the display when the call began.
    let screen: Screen

    init(_ record: ScreenRecord) {
        self.record = record
        screen = record.screen
    }

    /// The screen's name for people.
    var name: String { screen.name }
    /// The key of the display, which may be identified while the call runs.
    var display: DisplayKey { record.display(of: screen) }
}

/// Makes the changes of a call: all of them with one modeset, or none.
@MainLoop
final class SettingChanger {
    /// The outcome of a change.
    struct Outcome {
        /// The result of the library. With an error the call still succeeds: the change is saved by then.
        let outcome: Result<ApplyOutcome, ScreenError>
        /// The keys of the changed settings, as calls spell them.
        let keys: [String]
        /// The outcome of the save; nil if nothing was saved.
        let saving: OverrideSaver.Saving?
    }

    private let source: ConfigurationSource
    private let overrides: RuntimeOverrides
    private let saver: OverrideSaver
    private let records: ScreenRecords
    private let trials: SettingTrials
    private let changes: ChangeQueue
    private let requests: PictureRequests
    private let kit: VideoKit
    private let pictures: PictureSettings
    private let passes: ConfigurationPasses

    init(
        _ source: ConfigurationSource, _ overrides: RuntimeOverrides, _ saver: OverrideSaver, _ records: ScreenRecords,
        _ trials: SettingTrials, _ changes: ChangeQueue, _ requests: PictureRequests
    ) {
        self.source = source
        self.overrides = overrides
        self.saver = saver
        self.records = records
        self.trials = trials
        self.changes = changes
        self.requests = requests
        kit = records.environment.kit
        pictures = records.environment.contents.pictures
        passes = records.environment.passes
    }

    /// Checks everything, then changes saved settings and overrides, and waits for the pass that applies them. If a
    /// setting is refused, or the disk does not take the saved settings, everything stays as before.
    ///
    /// The caller has the turn of the screen. The picture is read before the turn of the file of saved settings, so
    /// that a share that hangs delays no other screen. The turn lasts until the settings are stored or put back.
    func make(_ change: SettingChange, on target: SettingTarget) async throws(VarlinkError) -> Outcome {
        try check(change.settings, on: target.screen)
        try checkNames(in: change.settings)
        try checkTextFiles(in: change.settings)
        let picture = try await read(change.settings.content, for: target.screen)
        guard change.changesSaved else { return try await make(change, picture, on: target) }
        return try await changes.run(on: .saved) { () throws(VarlinkError) in
            try await make(change, picture, on: target)
        }
    }

    private func make(
        _ change: SettingChange, _ picture: PreparedPicture?, on target: SettingTarget
    ) async throws(VarlinkError) -> Outcome {
        let adopted = try change.adopted.map { (identity) throws(VarlinkError) in
            try saver.entry(ofAbsent: identity, otherwise: "which keeps its settings")
        }
        let former = overrides[target.display]
        let content = target.record.content.number
        let changed = try begin(change, adopted, on: target).overridden(by: change.settings)
        var saving: OverrideSaver.Saving?
        let outcome: Result<ApplyOutcome, ScreenError>
        if change.settings == ScreenOverrides() {
            // The configuration cannot be refused, but the disk may be full.
            do throws(VarlinkError) {
                saving = try await store(change, of: target)
            } catch {
                putBack(change, changed, former, on: target)
                // A pass that ran meanwhile has applied them.
                passes.request()
                throw error
            }
            restartContent(content, after: change, on: target)
            target.record.applied.requireOutcome()
            if change.onlySaves { await passes.run() } else { await apply(on: target) }
            outcome = self.outcome(of: target)
        } else {
            let trial = beginTrial(change, on: target)
            do throws(VarlinkError) {
                let applied = try await apply(change.settings, picture, on: target)
                // Brightness is set whether or not the screen shows anything.
                outcome = .success(changed.keys(.call) == ["brightness"] && adopted == nil ? .set : applied)
                saving = try await store(change, of: target)
                restartContent(content, after: change, on: target)
                // The pass restarts the content, and reports the new origins of the settings to watchers.
                if change.changesSaved || !change.resets.isEmpty { passes.request() }
            } catch {
                putBack(change, changed, former, on: target)
                await apply(on: target)
                throw error
            }
            if let time = change.confirmation, let trial { trials.restart(trial, on: target.record, for: time) }
        }
        let inherited = adopted.map { _ in source.saved.settings(of: target.screen) } ?? ScreenOverrides()
        return Outcome(outcome: outcome, keys: inherited.overridden(by: changed).keys(.call), saving: saving)
    }

    /// Resets and adopts settings in the saved settings in use. They are not on the disk yet.
    ///
    /// - Returns: the settings that were reset.
    private func begin(
        _ change: SettingChange, _ adopted: SavedSettings.Entry?, on target: SettingTarget
    ) throws(VarlinkError) -> ScreenOverrides {
        var changed = ScreenOverrides()
        do throws(Failure) {
            if let adopted { try saver.adopt(adopted, on: target.record.screen) }
            if !change.resets.isEmpty, !change.keepsSaved {
                changed = try saver.remove(change.resets, of: target.screen)
            }
        } catch {
            source.putBackSaved()
            throw ManagerError.notSaved(error, in: saver.path)
        }
        let removed = overrides.remove(change.resets, of: target.display)
        overrides.endTrial(of: removed, of: target.display)
        return changed.overridden(by: removed)
    }

    /// Restarts a content that was reset and is the same as before. This is the last step: if an earlier one fails, the
    /// content keeps its place.
    ///
    /// - Parameter former: the number of the content before the change.
    private func restartContent(_ former: Int, after change: SettingChange, on target: SettingTarget) {
        guard change.resets.contains(where: { $0.key == "content" }) else { return }
        target.record.content.restart(unlessBegunSince: former)
    }

    /// Begins the trial of a change, if it has to be confirmed.
    ///
    /// - Returns: the number of the trial; nil without one.
    private func beginTrial(_ change: SettingChange, on target: SettingTarget) -> UInt64? {
        guard let time = change.confirmation else {
            overrides.endTrial(of: change.settings, of: target.display)
            return nil
        }
        return trials.begin(change.settings, of: target.display, on: target.record, for: time)
    }

    /// Writes the saved settings, as the last step of a change.
    private func store(
        _ change: SettingChange, of target: SettingTarget
    ) async throws(VarlinkError) -> OverrideSaver.Saving? {
        do throws(Failure) {
            if change.isSaved {
                return try await saver.save(change.savedSettings, of: target.record.screen, onConnectors: false)
            }
            if change.changesSaved { try await source.storeSaved() }
            return nil
        } catch {
            throw ManagerError.notSaved(error, in: saver.path)
        }
    }

    /// Restores everything from before a change, without applying it.
    private func putBack(
        _ change: SettingChange, _ changed: ScreenOverrides, _ former: RuntimeOverrides.Entry, on target: SettingTarget
    ) {
        // If this call does not have the turn of the file, the saved settings may be another call's.
        if change.changesSaved { source.putBackSaved() }
        trials.restore(former.trial, of: target.display, on: target.record)
        overrides.restore(changed, from: former.overrides, of: target.display)
    }

    /// Applies the configured settings and the overrides of the display, and returns when the screen has them. The
    /// screen counts as used.
    private func apply(on target: SettingTarget) async {
        target.record.idleness.use()
        await passes.run()
    }

    // MARK: Checks

    /// Checks the settings that depend on the screen.
    private func check(_ settings: ScreenOverrides, on screen: Screen) throws(VarlinkError) {
        // If the display was not probed, modes may be missing; if the card was read from sysfs alone, all properties
        // are missing. The modeset decides then.
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

    /// Checks that the files have each content that the settings name.
    private func checkNames(in settings: ScreenOverrides) throws(VarlinkError) {
        let contents = source.configuration.contents
        let problem =
            settings.content.flatMap(contents.problem(with:)).map { ("content", $0) }
            ?? settings.fallback.flatMap(contents.problem(withFallback:)).map { ("fallback", $0) }
            ?? settings.overlay.flatMap(contents.problem(with:)).map { ("overlay", $0) }
        guard let (key, text) = problem else { return }
        let names = SettingTable.words(contents.names.prefix(20).map(\.self), "and")
        throw ManagerError.invalidValue(
            key, text, remedy: contents.isEmpty ? "name it in the section [contents] of a file" : "there are \(names)")
    }

    /// Checks that the files in words are below the folders that the configuration names.
    private func checkTextFiles(in settings: ScreenOverrides) throws(VarlinkError) {
        let own = [("content", settings.content), ("fallback", settings.fallback)]
        let contents = own + (settings.overlay ?? []).map { ("overlay", $0.content) }
        for (key, content) in contents {
            for case .textFile(let path) in content?.needs ?? [] {
                guard let problem = records.environment.contents.textFolders.problem(with: path) else { continue }
                throw ManagerError.invalidValue(
                    key, "names a file: \(problem)",
                    remedy: "name its folder there, or the file in a file of the configuration")
            }
        }
    }

    private func read(_ content: ContentSetting?, for screen: Screen) async throws(VarlinkError) -> PreparedPicture? {
        let resolved = content.map(source.configuration.contents.resolved) ?? .none
        do throws(PictureRequests.Unreadable) {
            return try await requests.read(resolved, in: screen.pictureSize, pictures.limits)
        } catch {
            throw ManagerError.unreadable(error.path, error.failure)
        }
    }

    // MARK: The pass

    private func apply(
        _ settings: ScreenOverrides, _ picture: PreparedPicture?, on target: SettingTarget
    ) async throws(VarlinkError) -> ApplyOutcome {
        let wasRefused = target.screen.dark?.reason == .modesetFailed
        // Brightness and another content come last. Brightness is written to another device: if that fails, the rest is
        // undone. A content cannot be refused; if an earlier setting is refused, the current slide show keeps its
        // place.
        var (first, last) = (settings, ScreenOverrides())
        first.brightness = nil
        if showsContent(target.screen), settings.content != ContentSetting.none {
            first.content = nil
            last.content = settings.content
        }
        var outcome = try await apply(first, showing: picture, on: target)
        if let refusal = refusal(outcome, of: settings.mode, by: target.screen, wasRefused) {
            throw ManagerError.failed(refusal)
        }
        if let percent = settings.brightness { try await setBrightness(percent, of: target) }
        if last != ScreenOverrides() { outcome = try await apply(last, showing: picture, on: target) }
        return outcome
    }

    /// Whether the screen has a content now, or mirrors another screen.
    private func showsContent(_ screen: Screen) -> Bool {
        source.configuration(of: screen, among: kit.screens, with: overrides).isDriven
    }

    /// Sets overrides that one pass applies.
    ///
    /// - Parameter picture: the content's picture, if the content is a picture file.
    private func apply(
        _ settings: ScreenOverrides, showing picture: PreparedPicture?, on target: SettingTarget
    ) async throws(VarlinkError) -> ApplyOutcome {
        let content = settings.content.map(source.configuration.contents.resolved)
        let needs = content?.needs ?? []
        let path: String? = if needs.count == 1, case .picture(let path)? = needs.first { path } else { nil }
        if let path { pictures.offer(picture, as: path) }
        if settings.content != nil { target.record.content.restart() }
        target.record.applied.requireOutcome()
        overrides.set(settings, of: target.display)
        await apply(on: target)
        if let path { pictures.offer(nil, as: path) }
        do throws(ScreenError) {
            return try outcome(of: target).get()
        } catch {
            throw ManagerError.of(error, screen: target.name)
        }
    }

    private func setBrightness(_ percent: Double, of target: SettingTarget) async throws(VarlinkError) {
        do throws(ScreenError) {
            try await target.record.brightness.set(percent / 100, of: target.screen)
        } catch {
            throw ManagerError.of(error, screen: target.name)
        }
        var brightnessAlone = ScreenOverrides()
        brightnessAlone.brightness = percent
        overrides.set(brightnessAlone, of: target.display)
    }

    /// The outcome that the library returned for a screen. Without a display, the settings are kept for a later one.
    private func outcome(of target: SettingTarget) -> Result<ApplyOutcome, ScreenError> {
        switch target.record.applied.outcome(of: target.screen.id) {
        case .success(let outcome): return .success(outcome)
        case .failure(let error) where error.code != .noSuchScreen: return .failure(error)
        case .failure, nil:
            // The screen was disconnected meanwhile.
            records.update()
            let now = target.record.isPresent ? target.record.screen.dark : nil
            return .success(.notSet(now ?? .noDisplay))
        }
    }

    /// The refusal of a mode; nil if the mode is set, or will be set later.
    private func refusal(
        _ outcome: ApplyOutcome, of mode: ModePolicy?, by screen: Screen, _ wasRefused: Bool
    ) -> String? {
        switch outcome {
        case .set: return nil
        case .setOtherwise(let deviations):
            guard mode != nil, let deviation = deviations.first(where: { $0.setting == .mode }) else { return nil }
            // The substitute mode is shown only until the former settings are applied again.
            return deviation.cause + "; its former settings return"
        case .notSet(let dark):
            guard dark.reason == .modesetFailed, mode != nil || !wasRefused else { return nil }
            let target = mode.map { "set to \($0)" } ?? "lit with these settings"
            return "\(screen.name) cannot be \(target): \(dark.message)"
        }
    }
}
