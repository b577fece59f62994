import ArgumentParser
import ProgramKit
import Screens

/// `screens set`.
struct SetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change what a screen of the daemon is like, and what it shows.",
        discussion: """
            It tells screensd, which does it at once, and as often as the display comes back. What is set counts until \
            the daemon ends or its configuration is read again; --save keeps it. Only --brightness does without a daemon.

            Several things are done one after the other: properties, overscan, rotation, content, power, brightness, \
            and the mode as the last; the first that fails ends it, and what was done before stays.

            --confirm has the former mode come back after so many seconds, for where the new one may show nothing. In a \
            terminal it asks; else `screens set SCREEN --keep` has to be called in time.

            Examples:
              screens set HDMI-A-1 --mode 1920x1080@60 --confirm 15
              screens set HDMI-A-1 --rotate 90 --overscan 3% --save
              screens set HDMI-A-1 --image /srv/sign.jpg --content-mode fill --power on
              screens set HDMI-A-1 --slides /srv/signs --interval 20 --fade 1
              screens set HDMI-A-1 --set 'Broadcast RGB=Full' --set 'max bpc=8'
              screens set eDP-1 --brightness 40

            Exit codes: 64 a value cannot be used, 66 no such screen or file, 69 no daemon, the driver refuses it, or \
            the mode was not kept, 75 another program uses the card, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Option(
        help: ArgumentHelp(
            "preferred, largest, smallest, current, or WIDTHxHEIGHT[i][@HZ].", valueName: "policy"),
        completion: .list(["preferred", "largest", "smallest", "current"]))
    var mode: String?

    @Option(help: ArgumentHelp("Take the mode back after this long, unless it is confirmed.", valueName: "seconds"))
    var confirm: Int?

    @Flag(help: "Confirm the mode that was set with --confirm.")
    var keep = false

    @Option(
        help: ArgumentHelp("Turn the picture clockwise by 0, 90, 180 or 270 degrees.", valueName: "degrees"),
        completion: .list(["0", "90", "180", "270"]))
    var rotate: Int?

    @Flag(inversion: .prefixedNo, help: "Exchange left and right, before the picture is turned.")
    var reflect: Bool?

    @Option(
        help: ArgumentHelp(
            "What the display cuts off: 5%, 40 (pixels), or four of them for top, right, bottom and left with commas.",
            valueName: "insets"))
    var overscan: String?

    @Option(
        help: ArgumentHelp(
            "What to do about that: make the picture smaller, draw less of it, or nothing.", valueName: "way"))
    var compensation: OverscanCompensation?

    @Option(help: "Switch the screen on or off, or have it as it is configured.")
    var power: PowerWish?

    @OptionGroup(title: "CONTENT")
    var content: ContentOptions

    @Option(help: ArgumentHelp("How bright the light of a built-in panel is: 0 to 100.", valueName: "percent"))
    var brightness: Double?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set a property of the connector, as in 'Broadcast RGB=Full'; several times for several.",
            valueName: "name=value"),
        completion: PropertyWish.completion)
    var properties: [PropertyWish] = []

    @Flag(help: "Keep what has been set, this and what was set before, as configuration.")
    var save = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if let mode, ModePolicy(mode) == nil {
            throw ValidationError(
                "--mode is preferred, largest, smallest, current or WIDTHxHEIGHT[i][@HZ], and not '\(mode)'")
        }
        if let confirm, !(1...3600).contains(confirm) { throw ValidationError("--confirm is 1 to 3600 seconds") }
        if confirm != nil, mode == nil { throw ValidationError("--confirm goes with --mode") }
        if confirm != nil, power == .off { throw ValidationError("a screen that is switched off shows no mode") }
        if keep, mode != nil { throw ValidationError("--keep is for a mode that was set before") }
        if let rotate, ![0, 90, 180, 270].contains(rotate) {
            throw ValidationError("--rotate is 0, 90, 180 or 270")
        }
        if let overscan, Overscan(overscan) == nil {
            throw ValidationError("--overscan is 5%, 40, or four of them with commas, and not '\(overscan)'")
        }
        if overscan == nil, compensation != nil { throw ValidationError("--compensation goes with --overscan") }
        if let brightness, !(0...100).contains(brightness) { throw ValidationError("--brightness is 0 to 100") }
        var names: Set<String> = []
        for wish in properties where !names.insert(wish.name).inserted {
            throw ValidationError("--set says '\(wish.name)' twice")
        }
        let hasContent = content.color ?? content.image ?? content.slides != nil || content.pattern != nil
        if !hasContent, wishes(nil).steps.isEmpty { throw ValidationError("say what to set; --help lists it") }
    }

    func run() async throws {
        let wishes = wishes(try content.document())
        let location = DaemonLocation(option: daemon.socket, environment: DaemonLocation.environment)
        guard let connection = try DaemonConnection.open(location) else {
            guard let percent = wishes.brightnessAlone else { throw Failure(noDaemonAt: location.path) }
            return try await setBrightness(percent)
        }
        let question = TerminalQuestion.own
        if wishes.confirmSeconds != nil, wishes.saves, question == nil {
            throw Failure(.usage, "nobody can be asked here: --save goes with --keep, once the mode is confirmed")
        }
        let ask = question.map { question in
            { (text: String, seconds: Int) in question.ask(text, until: .now + .seconds(seconds)) }
        }
        let run = SetRun(screen: screen, daemon: connection, ask: ask) { Notices.shared.say($0) }
        try run.run(wishes.steps)
    }

    func wishes(_ content: ContentDocument?) -> SetWishes {
        SetWishes(
            mode: mode, confirmSeconds: confirm, keeps: keep, rotation: rotate, reflects: reflect, overscan: overscan,
            compensation: compensation?.rawValue, power: power, content: content, brightness: brightness,
            properties: properties, saves: save)
    }

    /// Writes it to sysfs, as the daemon would.
    private func setBrightness(_ percent: Double) async throws(Failure) {
        let kit = VideoKit(observing: VideoKit.Settings())
        let look = try await Look.take(with: kit)
        let screen = try ScreenName.resolve(screen, among: look.connectors, cards: look.cards)
        do {
            try await kit.setBrightness(percent / 100, of: screen.id)
        } catch {
            throw Failure(error)
        }
    }
}
