import ArgumentParser
import Configuration
import ProgramKit
import Screens

/// `screens set`.
struct SetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", _superCommandName: "screens",
        abstract: "Change the settings of a screen of the daemon.",
        discussion: """
            It asks screensd, which applies the settings at once, and as often as the display connects. They count until \
            the daemon ends or its configuration is read again; --save keeps them. Only --brightness works without a daemon.

            All settings are applied together, with one modeset; where one of them cannot be used, none is. With --confirm \
            the former settings return after so many seconds, as the new ones may show nothing. In a terminal the command \
            asks; else `screens set SCREEN --keep` has to be called in time.

            Examples:
              screens set HDMI-A-1 --mode 1920x1080@60 --confirm 15
              screens set HDMI-A-1 --rotate 90 --overscan 3% --save
              screens set HDMI-A-1 --image /srv/sign.jpg --fit fill --power on
              screens set HDMI-A-1 --slides /srv/signs --interval '20 s' --fade '1 s'
              screens set HDMI-A-1 --properties 'Broadcast RGB=Full' --properties 'max bpc=8'
              screens set HDMI-A-1 --reset power
              screens set eDP-1 --brightness 40

            Exit codes: 64 a value cannot be used, 66 no such screen or file, 69 no daemon, the driver refuses it, or \
            the settings were not kept, 75 another program uses the card, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @OptionGroup(title: "SETTINGS")
    var settings: SettingOptions

    @Option(
        help: ArgumentHelp(
            "Let the configuration decide about a setting again; several times for several.", valueName: "key"),
        completion: .list(SettingTable.settings.map(\.key)))
    var reset: [String] = []

    @Option(
        help: ArgumentHelp("Take the settings back after this long, unless they are confirmed.", valueName: "seconds"))
    var confirm: Int?

    @Flag(help: "Confirm the settings that were set with --confirm.")
    var keep = false

    @Flag(help: "Keep all settings that were set, now and before, as configuration.")
    var save = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        let request = try request
        if let confirm, !(1...3600).contains(confirm) { throw ValidationError("--confirm is 1 to 3600 seconds") }
        if confirm != nil, request.overrides == ScreenOverrides() {
            throw ValidationError("--confirm goes with a setting")
        }
        if confirm != nil, request.overrides.power == .off {
            throw ValidationError("--confirm does not go with --power off: the screen would show nothing")
        }
        if keep, request.overrides != ScreenOverrides() {
            throw ValidationError("--keep is for settings that were set before")
        }
        for key in reset {
            guard let setting = SettingTable.setting(key) else {
                let keys = SettingTable.settings.map(\.key).joined(separator: ", ")
                throw ValidationError("--reset is one of \(keys), and not '\(key)'")
            }
            var rest = request.overrides
            setting.remove(&rest)
            if rest != request.overrides { throw ValidationError("--reset \(key) does not go with a new value of it") }
        }
        if request.isEmpty { throw ValidationError("name a setting; --help lists them") }
    }

    /// The request; the files that it names are not read.
    var request: SetRequest {
        get throws {
            SetRequest(
                overrides: try settings.overrides, resets: reset, confirmSeconds: confirm, keeps: keep, saves: save)
        }
    }

    func run() async throws {
        try settings.checkFiles()
        let request = try request
        let location = DaemonLocation(option: daemon.socket, environment: DaemonLocation.environment)
        guard let connection = try DaemonConnection.open(location) else {
            guard let percent = request.brightnessAlone else { throw Failure(noDaemonAt: location.path) }
            return try await setBrightness(percent)
        }
        let question = TerminalQuestion.own
        if request.confirmSeconds != nil, request.saves, question == nil {
            throw Failure(
                .usage, "there is no terminal to ask on: --save goes with --keep, once the settings are confirmed")
        }
        let ask = question.map { question in
            { (text: String, seconds: Int) in question.ask(text, until: .now + .seconds(seconds)) }
        }
        let run = SetRun(screen: screen, daemon: connection, ask: ask) { Notices.shared.say($0) }
        try run.run(request)
    }

    /// Writes it to sysfs, as the daemon would.
    private func setBrightness(_ percent: Double) async throws(Failure) {
        let kit = VideoKit(observing: VideoKit.Settings())
        let inspection = try await Inspection.take(with: kit)
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        do {
            try await kit.setBrightness(percent / 100, of: screen.id)
        } catch {
            throw Failure(error)
        }
    }
}
