import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// One run of `screens set` with a daemon.
struct SetRun {
    let screen: String
    let daemon: CommandClient
    /// Asks whether to keep the settings, for a number of seconds; nil without a terminal.
    let ask: ((String, Int) -> TerminalQuestion.Answer)?
    /// Gets the reply about the settings, before the question. The settings are in use then, whatever the answer will
    /// be, and even if a save fails.
    var report: (SetDocument) throws(Failure) -> Void = { _ in }
    /// Prints a notice.
    let say: (String) -> Void

    /// Adopts, resets, sets and saves with one call. A question comes before the save, and a failure ends the run.
    func run(_ request: SetRequest) throws(Failure) {
        var after: ScreenDocument?
        var saving: CommandClient.Saving?
        if request.changesSettings {
            let reply: SetDocument
            (reply, saving) = try daemon.set(request, of: screen)
            after = reply.screen
            try report(reply)
            // Deviations are printed before the question, since they are a reason to answer no.
            if reply.outcome == .setOtherwise { report(reply.deviations) }
            if let seconds = request.confirmSeconds, request.overrides != ScreenOverrides() {
                try confirm(words(request.overrides, in: after?.currentMode), within: seconds)
            }
        }
        if let notice = after?.currentMode.flatMap({ request.overrides.mode?.substitution(by: $0.description) }) {
            say("\(screen) \(notice)")
        }
        if request.confirms { try daemon.confirm(screen) }
        if request.savesAfterwards { saving = try save(request) }
        if let saving { say(saving, request) }
        if let lessee = after?.lessee {
            say("set; \(screen) is leased to \(lessee): it takes effect when the lease ends")
        } else if let program = after?.content?.drawnBy, request.overrides.content != nil {
            say("set; \(screen) shows it when \(program), which draws there now, ends")
        } else if let dark = after?.dark, request.overrides.power != .off {
            say("set; \(screen) shows nothing now: \(dark.message)")
        }
    }

    /// Saves the settings of the run. Without settings, saves all settings that were made on the screen. Settings of
    /// other screens may be someone else's trial, and are not saved.
    private func save(_ request: SetRequest) throws(Failure) -> CommandClient.Saving {
        let keys = request.overrides.keys(.call)
        do throws(Failure) {
            return try daemon.save(keys.isEmpty ? nil : keys, of: screen)
        } catch {
            throw error.of(unsaved: request.overrides.assignments, on: screen)
        }
    }

    private func say(_ saving: CommandClient.Saving, _ request: SetRequest) {
        var saving = saving
        // Settings that are reset or adopted are saved in any case.
        if !request.resets.isEmpty || request.adopts != nil { saving.wasEmpty = false }
        if !saving.wasEmpty { say("saved in \(saving.file)") }
        if let notice = saving.notice(of: screen) { say(notice) }
    }

    private func report(_ deviations: [SetDocument.Deviation]) {
        var reported: Set<String> = []
        // Two settings may have the same reason.
        for deviation in deviations where reported.insert(deviation.message).inserted { say(deviation.message) }
    }

    /// Returns the new settings as the question names them: the mode as the display has it, other settings as a file
    /// spells them.
    private func words(_ settings: ScreenOverrides, in mode: ModeDocument?) -> String {
        let words = zip(settings.orderedTexts, settings.assignments).map { setting, words in
            guard setting.key == "mode", let mode else { return words }
            return mode.description
        }
        return words.joined(separator: ", ")
    }

    private func confirm(_ settings: String, within seconds: Int) throws(Failure) {
        guard let ask else {
            return say(
                "\(screen) returns to its former settings in \(seconds) s; `screens set \(screen) --keep` keeps the "
                    + "new ones"
            )
        }
        switch ask("\(screen) is set to \(settings) for \(seconds) s. Keep it? [y/N] ", seconds) {
        case .yes: try daemon.confirm(screen)
        case .no:
            try daemon.revert(screen)
            throw Failure(.unavailable, "\(screen) has its former settings again, as answered")
        case .silence:
            throw Failure(.unavailable, "\(screen) has its former settings: the new ones were not confirmed")
        }
    }
}

extension ScreenOverrides {
    /// The settings as a file spells them: `gamma = 1.4`.
    var assignments: [String] { orderedTexts.map { key, value in "\(key) = \(value)" } }
}

extension Failure {
    /// Returns the failure of a save, with a notice of what remains valid.
    ///
    /// - Parameter settings: the settings that were set before; if there are none, the settings at run time are meant.
    func of(unsaved settings: [String], on screen: String) -> Failure {
        let isOne = settings.count < 2
        let subject =
            settings.isEmpty ? "what was set at run time" : "\(settings.joined(separator: ", ")) of \(screen)"
        let ends = isOne ? "is not saved, and holds" : "are not saved, and hold"
        return Failure(status, "\(message); \(subject) \(ends) until the daemon ends")
    }
}
