import ArgumentParser
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens set`.
struct SetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", _superCommandName: "screens",
        abstract: "Change the settings of a screen of the daemon.",
        discussion: """
            screensd applies the settings at once, and each time the display is connected. They hold until the daemon \
            ends or reads its configuration again; --save makes them permanent. Only --brightness works without a \
            daemon. The group screens-admin changes all settings, and the group screens-operator power (on or off), \
            brightness, and the content to one that the configuration's files have, without --save.

            All settings are applied together, with one modeset; if one of them is not accepted, none is applied. With \
            --confirm the former settings return after that many seconds unless the new ones are confirmed, since the \
            screen may be dark with them. In a terminal the command asks; elsewhere, confirm with `screens set SCREEN \
            --keep`.

            Examples:
              screens set HDMI-A-1 --mode 1920x1080@60 --confirm 15
              screens set HDMI-A-1 --rotate 90 --overscan 3% --save
              screens set HDMI-A-1 --image /srv/sign.jpg --fit fill --power on
              screens set HDMI-A-1 --slides /srv/signs --interval 20 --fade '1 s'
              screens set HDMI-A-1 --properties 'Broadcast RGB=Full'
              screens set HDMI-A-1 --reset power
              screens set eDP-1 --brightness 40
              screens set HDMI-A-1 --format rgb565 --json | jq '.deviations[].message'

            Exit codes: 64 a value is not valid, 65 a damaged picture, 66 no such screen, identity or file, 69 no \
            daemon, refused by the driver, or not confirmed, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @OptionGroup(title: "SETTINGS")
    var settings: SettingOptions

    @Option(
        help: ArgumentHelp(
            "Reset a setting to the configuration; repeat the option for more.", valueName: "key"),
        completion: .list(SettingTable.settings.map(\.key)))
    var reset: [String] = []

    @Option(
        help: ArgumentHelp(
            "Give the screen the saved settings of a display that is not connected, as after a replacement.",
            valueName: "identity"))
    var adopt: String?

    @Option(
        help: ArgumentHelp(
            "Restore the former settings after this time unless the new ones are confirmed.", valueName: "seconds"))
    var confirm: Int?

    @Flag(help: "Confirm the settings that were set with --confirm.")
    var keep = false

    @Flag(
        help: ArgumentHelp(
            "Save what this command sets as configuration; without a setting, all that was set on this screen. "
                + "`screens save` saves all screens.")
    )
    var save = false

    @Flag(help: "Print a JSON object: the screen, the outcome, and the settings that the display does not follow.")
    var json = false

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        let request = try request
        if let problem = confirm.flatMap(ManagerInterface.secondsProblem) {
            throw ValidationError("--confirm \(problem)")
        }
        if confirm != nil, request.overrides.power == .off {
            throw ValidationError("--confirm and --power off exclude each other: the screen would show nothing")
        }
        if keep, request.overrides != ScreenOverrides() {
            throw ValidationError("--keep confirms settings of an earlier command, and excludes new ones")
        }
        for key in reset {
            guard let setting = SettingTable.setting(key) else {
                let problem = ValueProblem(not: key, oneOf: SettingTable.settings.map(\.key))
                throw ValidationError("--reset: \(problem.sentence)")
            }
            var rest = request.overrides
            setting.remove(&rest)
            if rest != request.overrides {
                throw ValidationError("--reset \(key) and a new value of \(key) exclude each other")
            }
        }
    }

    /// Checks that something is requested. This is not part of the validation, which comes before unknown options are
    /// reported: an unknown option may be the setting.
    private func checkIsComplete(_ request: SetRequest) throws(Failure) {
        if request.isEmpty { throw Failure(.usage, "no setting is given; --help lists them") }
        guard request.overrides == ScreenOverrides() else { return }
        if confirm != nil { throw Failure(.usage, "--confirm needs a setting") }
        if json { throw Failure(.usage, "--json needs a setting") }
    }

    /// The request. The files that it names are not read.
    var request: SetRequest {
        get throws {
            SetRequest(
                overrides: try settings.overrides, resets: reset, adopts: adopt, confirmSeconds: confirm,
                confirms: keep,
                saves: save)
        }
    }

    func run() async throws {
        let request = try request
        try checkIsComplete(request)
        try settings.checkFiles()
        let location = DaemonLocation(option: daemon.socket)
        guard let connection = try CommandClient.open(location, timeouts: .ofCommand) else {
            guard let percent = request.brightnessAlone else { throw Failure(DaemonError(noDaemonAt: location)) }
            return try await setBrightness(percent)
        }
        let question = TerminalQuestion.own
        if request.confirmSeconds != nil, request.saves, question == nil {
            throw Failure(
                .usage, "--confirm with --save needs a terminal; without one, save with --keep --save")
        }
        let ask = question.map { question in
            { (text: String, seconds: Int) in question.ask(text, until: .now.advanced(by: .seconds(seconds))) }
        }
        let run = SetRun(screen: screen, daemon: connection, ask: ask, report: write) { Notices.shared.say($0) }
        try run.run(request)
    }

    private func write(_ reply: SetDocument) throws(Failure) {
        if json { try StandardOutput.write(JSONLine.encode(reply)) }
    }

    /// Writes the brightness to sysfs, as the daemon would.
    private func setBrightness(_ percent: Double) async throws(Failure) {
        let kit = VideoKit(observing: VideoKit.Settings())
        let inspection = try await Inspection.take(with: kit)
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        do {
            try await kit.setBrightness(percent / 100, of: screen.id)
        } catch {
            throw Failure(error)
        }
        try write(SetDocument(screen: ScreenDocument(screen), outcome: .set))
    }
}
