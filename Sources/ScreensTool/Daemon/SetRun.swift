import ProgramKit

/// A run of `screens set` with a daemon.
struct SetRun {
    let screen: String
    let daemon: DaemonConnection
    /// Asks whether the mode is to be kept, for so many seconds; nil where nobody can be asked.
    let ask: ((String, Int) -> TerminalQuestion.Answer)?
    /// Tells people something.
    let say: (String) -> Void

    /// Goes through the steps, as far as they go.
    ///
    /// - Throws: the first step's failure, with what was done before.
    func run(_ steps: [SetStep]) throws(Failure) {
        var done: [String] = []
        var last: ScreenDocument?
        for step in steps {
            do throws(Failure) {
                last = try take(step) ?? last
            } catch {
                guard !done.isEmpty else { throw error }
                throw Failure(error.status, "\(error.message) (done before that: \(done.joined(separator: ", ")))")
            }
            done.append(step.name)
        }
        if let last, let dark = last.dark, !steps.contains(.power(.off)) {
            say("\(screen) shows nothing: \(dark.message)")
        }
    }

    /// - Returns: the screen as it is afterwards, where the daemon says it.
    private func take(_ step: SetStep) throws(Failure) -> ScreenDocument? {
        switch step {
        case .property(let wish): return try daemon.setProperty(wish.name, to: wish.value, of: screen)
        case .rotation(let degrees, let mirrored):
            return try daemon.setRotation(degrees, mirrored: mirrored, of: screen)
        case .overscan(let overscan, let compensation):
            return try daemon.setOverscan(overscan, compensation: compensation, of: screen)
        case .content(let content): return try daemon.setContent(content, of: screen)
        case .power(let power): return try daemon.setPower(power, of: screen)
        case .brightness(let percent): try daemon.setBrightness(percent: percent, of: screen)
        case .mode(let mode, let seconds):
            let after = try daemon.setMode(mode, of: screen, confirmWithin: seconds)
            if let seconds { try confirm(after.currentMode?.description ?? mode, within: seconds) }
            return after
        case .keep: try daemon.confirmMode(of: screen)
        case .save: say("saved in \(try daemon.save())")
        }
        return nil
    }

    private func confirm(_ mode: String, within seconds: Int) throws(Failure) {
        guard let ask else {
            return say(
                "\(screen) has its former mode again in \(seconds) s, unless `screens set \(screen) --keep` is called before"
            )
        }
        switch ask("\(screen) is set to \(mode), and back in \(seconds) s. Keep it? [y/N] ", seconds) {
        case .yes: try daemon.confirmMode(of: screen)
        case .no:
            throw Failure(.unavailable, "\(screen) has its former mode again within \(seconds) s, as that is not kept")
        case .silence: throw Failure(.unavailable, "\(screen) has its former mode again: nobody confirmed the new one")
        }
    }
}
