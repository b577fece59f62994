import Configuration
import Glibc
import ProgramKit
import Screens
import Varlink

/// What is set at run time.
extension Daemon {
    /// Notes what is wanted of a display from now on, and sees to it.
    private func change(_ screen: Screen, _ body: (inout ScreenWishes) -> Void) async {
        let match = self.match(screen)
        var section = changes.first { $0.match == match } ?? ScreenSection(match: match, wishes: ScreenWishes())
        body(&section.wishes)
        changes.removeAll { $0.match == match }
        if section.wishes != ScreenWishes() { changes.append(section) }
        use(screen.qualifiedName)
        await settle()
    }

    private func wishes(for screen: Screen) -> ScreenWishes? {
        let match = self.match(screen)
        return changes.first { $0.match == match }?.wishes
    }

    /// How a display is meant in what is set at run time.
    private func match(_ screen: Screen) -> ScreenMatch { ScreenMatch(screen, among: kit.screens) }

    // MARK: Modes

    func setMode(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        let text = parameters["mode"]?.string ?? ""
        guard let mode = ModePolicy(text) else {
            throw ManagerError.invalidValue(
                "mode", "'\(text)' is not preferred, largest, smallest, current or WIDTHxHEIGHT[i][@HZ]")
        }
        guard screen.availableModes.isEmpty || screen.availableModes.contains(where: mode.isSatisfied) else {
            throw ManagerError.invalidValue("mode", "\(screen.name) has no mode \(text)")
        }
        let seconds = parameters["confirmSeconds"]?.int
        if let seconds, !(1...3600).contains(seconds) {
            throw ManagerError.invalidValue("confirmSeconds", "is 1 to 3600")
        }
        let display = match(screen)
        // One that was to be tried is not what comes back.
        let former = unconfirmed[display].map(\.former) ?? wishes(for: screen)?.mode
        endTrial(of: display)
        if let seconds {
            lastTrial += 1
            let number = lastTrial
            let timer = schedule(after: seconds * 1_000_000_000) { daemon in
                Task { await daemon.revertMode(of: screen, trial: number) }
            }
            unconfirmed[display] = UnconfirmedMode(former: former, timer: timer, number: number)
        }
        await change(screen) { $0.mode = mode }
        if let refusal = refusal(of: mode, by: screen) {
            endTrial(of: display)
            await change(screen) { $0.mode = former }
            throw ManagerError.failed(refusal)
        }
        return try reply(about: screen)
    }

    /// Why a screen does not have the mode that it was set to; nil where it has, or where that is for another time.
    private func refusal(of mode: ModePolicy, by screen: Screen) -> String? {
        guard let after = kit.screens.first(where: { $0.id == screen.id }) else { return nil }
        if let dark = after.dark {
            return dark.reason == .modesetFailed ? "\(screen.name) cannot be set to \(mode): \(dark.message)" : nil
        }
        guard let current = after.currentMode, !mode.isSatisfied(by: current) else { return nil }
        return "the driver refuses \(mode) on \(screen.name)"
    }

    func confirmMode(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        guard unconfirmed[match(screen)] != nil else { throw ManagerError.nothingToConfirm(screen.name) }
        endTrial(of: match(screen))
        return Reply()
    }

    private func endTrial(of display: ScreenMatch) {
        if let trial = unconfirmed.removeValue(forKey: display) { loop.cancel(trial.timer) }
    }

    /// Whatever was tried is over; what comes back is not what it was before, but what the files say.
    func endTrials() {
        for display in unconfirmed.keys { endTrial(of: display) }
    }

    /// - Parameter number: the trial that is over: another one may have begun since.
    private func revertMode(of screen: Screen, trial number: UInt64) async {
        let display = match(screen)
        guard let trial = unconfirmed[display], trial.number == number else { return }
        unconfirmed[display] = nil
        log.notice("\(screen.qualifiedName) has its former mode again: nobody confirmed the new one")
        await change(screen) { $0.mode = trial.former }
    }

    // MARK: The rest

    func setPower(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        let plan: PowerPlan?
        switch parameters["power"]?.string {
        case "on": plan = .on
        case "off": plan = .off
        case "configured": plan = nil
        default: throw ManagerError.invalidValue("power", "is on, off or configured")
        }
        await change(screen) { $0.power = plan }
        return try reply(about: screen)
    }

    func setRotation(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        let degrees = parameters["degrees"]?.int
        let isMirrored = parameters["mirrored"]?.bool
        guard degrees.map({ [0, 90, 180, 270].contains($0) }) ?? (isMirrored != nil) else {
            throw ManagerError.invalidValue("degrees", "is 0, 90, 180 or 270")
        }
        await change(screen) { wishes in
            if let degrees { wishes.quarterTurns = Int(degrees / 90) }
            if let isMirrored { wishes.reflects = isMirrored }
        }
        return try reply(about: screen)
    }

    func setOverscan(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        guard let overscan = parameters["overscan"]?.string.flatMap({ Overscan($0) }) else {
            throw ManagerError.invalidValue(
                "overscan", "is 5%, 40 (pixels), or four of these with commas for top, right, bottom and left")
        }
        let compensation = parameters["compensation"]?.string
        let way = compensation.flatMap { name in OverscanCompensation.all.first { $0.rawValue == name } }
        guard compensation == nil || way != nil else {
            let ways = OverscanCompensation.all.map(\.rawValue).joined(separator: ", ")
            throw ManagerError.invalidValue("compensation", "is one of \(ways)")
        }
        await change(screen) { wishes in
            wishes.overscan = overscan
            if let way { wishes.compensation = way }
        }
        return try reply(about: screen)
    }

    func setContent(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        let content = try ShownContent(parameters["content"] ?? .null)
        driven[screen.qualifiedName]?.isOutdated = true
        await change(screen) { $0.content = content }
        return try reply(about: screen)
    }

    func setBrightness(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        guard let percent = parameters["percent"]?.double, (0...100).contains(percent) else {
            throw ManagerError.invalidValue("percent", "is 0 to 100")
        }
        do throws(ScreenError) {
            try await kit.setBrightness(percent / 100, of: screen.id)
        } catch {
            throw ManagerError.of(error, screen: screen.name)
        }
        driven[screen.qualifiedName]?.brightness = percent / 100
        await change(screen) { $0.brightness = percent }
        return Reply()
    }

    func setProperty(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try screen(parameters)
        let name = parameters["name"]?.string ?? ""
        let value = parameters["value"]?.string ?? ""
        if let problem = ConnectorProperties([name: value], among: screen.properties).problems.first {
            throw ManagerError.invalidValue(screen.properties.contains { $0.name == name } ? "value" : "name", problem)
        }
        await change(screen) { $0.properties[name] = value }
        return try reply(about: screen)
    }

    func save() async throws(VarlinkError) -> Reply {
        let path = plan.files.folder + "/90-saved.toml"
        let folder = plan.files.folder
        do {
            let text = try ConfigurationWriter.text(for: try sectionsToSave(at: path))
            let saved = Set(changes)
            // The first time there is no folder yet; why it cannot be made, the file says.
            mkdir(folder, 0o755)
            try await DetachedThread.value { () throws(Failure) in
                try WholeFile.write(Array(text.utf8), to: path, survivesPowerCuts: true)
            }
            // From now on it is the files that say it, and whatever else has changed in them.
            let reading = plan.files.read()
            if reading.mistakes.isEmpty {
                let formerMetricsFile = metricsFile
                take(reading.configuration)
                // What is tried stays beside it until it is confirmed or over, and so does what was set meanwhile.
                changes = changes.filter { unconfirmed[$0.match] != nil || !saved.contains($0) }
                settleSoon()
                if metricsFile != formerMetricsFile { feedWatchdog() }
            }
        } catch let failure as Failure where failure.status == .cannotCreate && access(folder, W_OK) != 0 {
            throw ManagerError.notPermitted(failure.message)
        } catch let failure as Failure {
            throw ManagerError.of(failure)
        } catch {
            throw ManagerError.failed("cannot write \(path): \(error)")
        }
        return Reply(["file": .string(path)])
    }
}

extension Daemon {
    /// What was saved before, and what has been set since. What is only tried is not saved.
    ///
    /// - Throws: ``Failure`` where what is there cannot be read: written over, it would be lost.
    private func sectionsToSave(at path: String) throws(Failure) -> [ScreenSection] {
        var sections: [ScreenSection] = []
        if access(path, F_OK) == 0 {
            let bytes = try InputFile.plainContent(of: path, limit: 1 << 20)
            let saved = MachineConfiguration.reading(bytes, as: path)
            if let mistake = saved.mistakes.first {
                throw Failure(.badConfiguration, "cannot write over \(path), which has mistakes: \(mistake)")
            }
            sections = saved.configuration.sections
        }
        for var change in changes {
            if let trial = unconfirmed[change.match] { change.wishes.mode = trial.former }
            if let index = sections.lastIndex(where: { $0.match == change.match && $0.arrangement == nil }) {
                sections[index].wishes = sections[index].wishes.overridden(by: change.wishes)
            } else {
                sections.append(change)
            }
        }
        return sections
    }
}
