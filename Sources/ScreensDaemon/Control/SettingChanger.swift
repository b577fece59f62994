import Screens
import ScreensConfiguration
import ScreensContents
import ScreensManager
import ScreensLinux
import ScreensVarlink

/// The screen whose settings a call changes, as the call has found it.
@MainLoop
struct SettingTarget {
    let record: ScreenRecord
    /// The connection of the display that the call is about.
    let screen: Screen

    init(_ record: ScreenRecord) {
        self.record = record
        screen = record.screen
    }

    /// The name for people.
    var name: String { screen.name }
    /// The display, which may be identified while the call runs.
    var display: DisplayKey { record.display(of: screen) }
}

/// Makes changes of settings: all of a call, with one modeset, or none.
@MainLoop
final class SettingChanger {
    /// The outcome of a change.
    struct Outcome {
        let outcome: ApplyOutcome
        /// The keys of the settings that have changed, as calls spell them.
        let keys: [String]
        /// The outcome of the save; nil without one.
        let saving: OverrideSaver.Saving?
    }

    let source: ConfigurationSource
    let overrides: RuntimeOverrides
    let saver: OverrideSaver
    let records: ScreenRecords
    private let trials: SettingTrials
    private let requests: PictureRequests
    private let kit: VideoKit
    private let pictures: PictureSettings
    private let passes: ConfigurationPasses

    init(
        _ source: ConfigurationSource, _ overrides: RuntimeOverrides, _ saver: OverrideSaver, _ records: ScreenRecords,
        _ trials: SettingTrials, _ requests: PictureRequests
    ) {
        self.source = source
        self.overrides = overrides
        self.saver = saver
        self.records = records
        self.trials = trials
        self.requests = requests
        kit = records.environment.kit
        pictures = records.environment.contents.pictures
        passes = records.environment.passes
    }

    /// Checks everything, then changes saved settings and overrides, and waits for the pass that applies them. If a setting is refused, or
    /// the disk does not take what is to be saved, everything is as before.
    func make(_ change: SettingChange, on target: SettingTarget) async throws(VarlinkError) -> Outcome {
        try check(change.settings, on: target.screen)
        let adopted = try absent(change)
        let picture = try await read(change.settings.content, for: target.screen)
        let former = overrides[target.display]
        let changed = try begin(change, adopted, on: target).overridden(by: change.settings)
        var saving: OverrideSaver.Saving?
        let outcome: ApplyOutcome
        if change.settings == ScreenOverrides() {
            // The configuration cannot be refused, but the disk may be full.
            do throws(VarlinkError) {
                saving = try await store(change, of: target)
            } catch {
                putBack(changed, former, on: target)
                throw error
            }
            target.record.applied.requireOutcome()
            await apply(on: target)
            outcome = try self.outcome(of: target)
        } else {
            let trial = beginTrial(change, on: target)
            do throws(VarlinkError) {
                let applied = try await apply(change.settings, picture, on: target)
                // It is set whether or not the screen shows anything.
                outcome = changed.keys(.call) == ["brightness"] ? .set : applied
                saving = try await store(change, of: target)
            } catch {
                putBack(changed, former, on: target)
                await apply(on: target)
                throw error
            }
            if let time = change.confirmation, let trial { trials.restart(trial, on: target.record, for: time) }
        }
        let inherited = adopted.map { _ in source.saved.settings(of: target.screen) } ?? ScreenOverrides()
        return Outcome(outcome: outcome, keys: inherited.overridden(by: changed).keys(.call), saving: saving)
    }

    /// Uses the saved settings without those that are reset and with those that are adopted, which the disk does not have yet.
    ///
    /// - Returns: the settings that are reset.
    private func begin(
        _ change: SettingChange, _ adopted: SavedSettings.Entry?, on target: SettingTarget
    ) throws(VarlinkError) -> ScreenOverrides {
        var changed = ScreenOverrides()
        do throws(Failure) {
            if let adopted { try saver.adopt(adopted, on: target.record.screen) }
            if !change.resets.isEmpty { changed = try saver.remove(change.resets, of: target.screen) }
        } catch {
            source.putBackSaved()
            throw ManagerError.notSaved(error, in: saver.path)
        }
        let removed = overrides.remove(change.resets, of: target.display)
        overrides.endTrial(of: removed, of: target.display)
        if change.resets.contains(where: { $0.key == "content" }) { target.record.content.restart() }
        return changed.overridden(by: removed)
    }

    /// - Returns: the number of the trial; nil if the settings hold.
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

    /// Everything is as before a change, but not applied.
    private func putBack(_ changed: ScreenOverrides, _ former: RuntimeOverrides.Entry, on target: SettingTarget) {
        source.putBackSaved()
        trials.restore(former.trial, of: target.display, on: target.record)
        overrides.restore(changed, from: former.overrides, of: target.display)
    }

    /// Returns when a screen is as it is configured with the overrides of its display.
    func apply(on target: SettingTarget) async {
        target.record.idleness.use()
        await passes.run()
    }

    // MARK: Checks

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
            return try await requests.read(content ?? .none, in: screen.pictureSize, pictures.limits)
        } catch {
            throw ManagerError.unreadable(error.path, error.failure)
        }
    }

    private func absent(_ change: SettingChange) throws(VarlinkError) -> SavedSettings.Entry? {
        guard let identity = change.adopted else { return nil }
        return try absent(identity, otherwise: "which keeps its settings")
    }

    /// The saved settings of an absent display.
    ///
    /// - Parameter words: the reason for an error where the display is connected.
    func absent(
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

    // MARK: The pass

    private func apply(
        _ settings: ScreenOverrides, _ picture: PreparedPicture?, on target: SettingTarget
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
        return outcome
    }

    /// Whether the screen has a content now, or mirrors another one.
    private func showsContent(_ screen: Screen) -> Bool {
        source.configuration.effective(for: screen, among: kit.screens, set: overrides[screen].overrides).isDriven
    }

    /// Sets overrides of one pass.
    ///
    /// - Parameter picture: the content's, where that is a picture file.
    private func apply(
        _ settings: ScreenOverrides, showing picture: PreparedPicture?, on target: SettingTarget
    ) async throws(VarlinkError) -> ApplyOutcome {
        let path: String? = if case .picture(let path) = settings.content?.form?.need { path } else { nil }
        if let path { pictures.offer(picture, as: path) }
        if settings.content != nil { target.record.content.restart() }
        target.record.applied.requireOutcome()
        overrides.set(settings, of: target.display)
        await apply(on: target)
        if let path { pictures.offer(nil, as: path) }
        return try outcome(of: target)
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

    /// The outcome for a screen as the library returned it; for one without a display, its settings are those of a later one.
    private func outcome(of target: SettingTarget) throws(VarlinkError) -> ApplyOutcome {
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
}
