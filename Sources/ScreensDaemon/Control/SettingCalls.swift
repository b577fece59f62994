import Configuration
import JSON
import ProgramKit
import Screens
import Varlink

/// The calls that change a setting at run time.
@MainLoop
final class SettingCalls {
    private let kit: VideoKit
    private let finder: ScreenFinder
    private let overrides: RuntimeOverrides
    private let trials: ModeTrials
    private let brightness: ScreenBrightness
    private let contents: ScreenContents
    private let readers: PictureReaders
    private let requests: PictureRequests
    private let idle: IdleTimers
    private let passes: SettlePasses

    init(
        _ kit: VideoKit, _ overrides: RuntimeOverrides, _ trials: ModeTrials, _ brightness: ScreenBrightness,
        _ contents: ScreenContents, _ readers: PictureReaders, _ requests: PictureRequests, _ idle: IdleTimers,
        _ passes: SettlePasses
    ) {
        self.kit = kit
        finder = ScreenFinder(kit)
        self.overrides = overrides
        self.trials = trials
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
        case "SetMode": return try await setMode(parameters)
        case "ConfirmMode":
            let screen = try finder.screen(parameters)
            guard trials.end(finder.display(on: screen)) else { throw ManagerError.nothingToConfirm(screen.name) }
            return Reply()
        case "SetPower": return try await setPower(parameters)
        case "SetRotation": return try await setRotation(parameters)
        case "SetOverscan": return try await setOverscan(parameters)
        case "SetContent": return try await setContent(parameters)
        case "SetBrightness": return try await setBrightness(parameters)
        case "SetProperty": return try await setProperty(parameters)
        default: throw .methodNotFound(call.method)
        }
    }

    /// Changes the overrides of the display on a screen, and returns when the screen is as it is configured then.
    private func change(_ screen: Screen, _ body: (inout ScreenWishes) -> Void) async {
        overrides.change(finder.display(on: screen), body)
        idle.use(screen.qualifiedName)
        await passes.run()
    }

    // MARK: Modes

    private func setMode(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
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
        let display = finder.display(on: screen)
        // A mode that is only tried does not return.
        let former = trials.formerModes[display] ?? overrides.overrides(of: display)?.mode
        trials.end(display)
        let trial = seconds.map { trials.begin(display, on: screen, former: former, for: .seconds($0)) }
        await change(screen) { $0.mode = mode }
        if let refusal = refusal(of: mode, by: screen) {
            trials.end(display)
            await change(screen) { $0.mode = former }
            throw ManagerError.failed(refusal)
        }
        if let seconds, let trial { trials.restart(trial, of: display, on: screen, for: .seconds(seconds)) }
        return try finder.reply(about: screen)
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

    // MARK: The other settings

    private func setPower(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        let plan: PowerPlan?
        switch parameters["power"]?.string {
        case "on": plan = .on
        case "off": plan = .off
        case "configured": plan = nil
        default: throw ManagerError.invalidValue("power", "is on, off or configured")
        }
        await change(screen) { $0.power = plan }
        return try finder.reply(about: screen)
    }

    private func setRotation(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        let degrees = parameters["degrees"]?.int
        let isMirrored = parameters["mirrored"]?.bool
        guard degrees.map({ [0, 90, 180, 270].contains($0) }) ?? (isMirrored != nil) else {
            throw ManagerError.invalidValue("degrees", "is 0, 90, 180 or 270")
        }
        await change(screen) { overrides in
            if let degrees { overrides.quarterTurns = Int(degrees / 90) }
            if let isMirrored { overrides.reflects = isMirrored }
        }
        return try finder.reply(about: screen)
    }

    private func setOverscan(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
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
        await change(screen) { overrides in
            overrides.overscan = overscan
            if let way { overrides.compensation = way }
        }
        return try finder.reply(about: screen)
    }

    private func setContent(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        let content = try ShownContent(parameters["content"] ?? .null)
        if let source = kit.screens.first(where: { $0.id == screen.mirrorSource }) {
            throw ManagerError.failed(
                "\(screen.name) is configured to mirror \(source.name)")
        }
        let picture: PreparedPicture?
        do {
            picture = try await requests.read(content)
        } catch {
            throw ManagerError.unreadable(error.path, error.message)
        }
        if case .image(_, let path) = content { readers.offer(picture, as: path) }
        contents.restart(screen.qualifiedName)
        await change(screen) { $0.content = content }
        if case .image(_, let path) = content { readers.offer(nil, as: path) }
        return try finder.reply(about: screen)
    }

    private func setBrightness(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        guard let percent = parameters["percent"]?.double, (0...100).contains(percent) else {
            throw ManagerError.invalidValue("percent", "is 0 to 100")
        }
        do throws(ScreenError) {
            try await brightness.set(percent / 100, of: screen.id)
        } catch {
            throw ManagerError.of(error, screen: screen.name)
        }
        await change(screen) { $0.brightness = percent }
        return Reply()
    }

    private func setProperty(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        let name = parameters["name"]?.string ?? ""
        let value = parameters["value"]?.string ?? ""
        if let problem = ConnectorProperties([name: value], among: screen.properties).problems.first {
            throw ManagerError.invalidValue(screen.properties.contains { $0.name == name } ? "value" : "name", problem)
        }
        await change(screen) { $0.properties[name] = value }
        return try finder.reply(about: screen)
    }
}
