import Configuration
import Glibc
import JSON
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
            unconfirmed[display] = UnconfirmedMode(
                former: former, timer: revertMode(of: screen, trial: lastTrial, after: seconds), number: lastTrial)
        }
        let trial = unconfirmed[display]?.number
        await change(screen) { $0.mode = mode }
        if let refusal = refusal(of: mode, by: screen) {
            endTrial(of: display)
            await change(screen) { $0.mode = former }
            throw ManagerError.failed(refusal)
        }
        // From now on it can be seen: who is asked has all of the time, however long the display took.
        if let seconds, let begun = unconfirmed[display], begun.number == trial {
            loop.cancel(begun.timer)
            unconfirmed[display]?.timer = revertMode(of: screen, trial: begun.number, after: seconds)
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

    private func revertMode(of screen: Screen, trial number: UInt64, after seconds: Int64) -> UInt64 {
        schedule(after: seconds * 1_000_000_000) { daemon in
            Task { await daemon.revertMode(of: screen, trial: number) }
        }
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
        if let source = kit.screens.first(where: { $0.id == screen.mirrorSource }) {
            throw ManagerError.failed(
                "\(screen.name) shows the picture of \(source.name), as its configuration has it mirror that")
        }
        let picture = try await prepare(content)
        if case .image(_, let path) = content { preparedPictures[path] = picture }
        driven[screen.qualifiedName]?.isOutdated = true
        await change(screen) { $0.content = content }
        if case .image(_, let path) = content { preparedPictures[path] = nil }
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
}
