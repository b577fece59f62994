import ArgumentParser
import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens config show`.
struct ConfigShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the settings of each connected screen with their origins.",
        usage: "screens config show [<screen>] [<options>]",
        discussion: """
            The command reads the files and the saved settings as the daemon does: if a file has problems, its last \
            text without problems counts. Settings that were made at run time and not saved are not printed; `screens \
            status` has these, too. A setting of a section with a time has the end of that time beside it; the next \
            change is a comment.

            Examples:
              screens config show
              screens config show HDMI-A-1
              screens config show --json | jq '.[].settings[] | {key, place}'

            Exit codes: 66 no such screen or file, 77 no permission, 78 a file with problems.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1; all without it.", completion: ScreenName.completion)
    var screen: String?

    @Option(
        help: ArgumentHelp("The configuration.", valueName: "file"), completion: .file(extensions: ["toml"]))
    var config = ConfigurationFiles.standard.path

    @Flag(help: "Print a JSON array.")
    var json = false

    @Option(help: SimulationOption.help, completion: SimulationOption.completion)
    var simulate: String?

    func validate() throws { try SimulationOption.check(simulate) }

    func run() async throws {
        let effective = EffectiveConfiguration(ConfigurationFiles(path: config))
        for problem in effective.problems { Notices.shared.say(problem.description) }
        var settings = try SimulationOption.settings(simulate)
        if simulate == nil { settings.reading = .sysfs }
        let inspection = try await Inspection.take(settings)
        var screens = inspection.screens
        if let screen {
            screens = [try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)]
        }
        let shown = screens.map { screen in
            ScreenSettings(
                of: screen, effective.settings(of: screen, among: inspection.screens),
                next: effective.next(of: screen, among: inspection.screens))
        }
        // Without a file and without saved settings there is nothing to print.
        if effective.status == .success || shown.contains(where: { !$0.settings.isEmpty }) {
            try StandardOutput.write(json ? JSONLine.encode(shown) : shown.map(\.text).joined(separator: "\n"))
        }
        if effective.status != .success { Process.exit(effective.status) }
    }

    /// An element of the output of `screens config show --json`.
    private struct ScreenSettings: Encodable {
        let card: String
        let name: String
        let settings: [SettingStatus]
        @Nullable private(set) var next: NextSettings?

        init(of screen: Screen, _ settings: [SettingStatus], next: NextSettings?) {
            self.next = next
            card = screen.card
            name = screen.name
            self.settings = settings
        }

        /// The settings as a section of a file.
        var text: String {
            var text = "[[screen]]\nmatch = { connector = \"\(name.printable)\" }\n"
            for setting in settings {
                text += "\(setting.key) = \(setting.value.printable) # \(SettingTimes.origin(of: setting).printable)\n"
            }
            for line in next.map(SettingTimes.lines) ?? [] { text += "# next: \(line.printable)\n" }
            return text
        }
    }
}

/// The files and the saved settings as the daemon reads them.
struct EffectiveConfiguration {
    /// The configuration regardless of times, and the configuration of now.
    private let whole: MachineConfiguration
    private let configuration: MachineConfiguration
    private let moment = Int64(time(nil))
    /// The problems of the files as they are now.
    let problems: [ConfigurationProblem]
    /// The status of a program that has printed these settings: success if the files have no problems.
    let status: ExitStatus

    init(_ files: ConfigurationFiles) {
        let state = StateFolder(of: files) { name in getenv(name).map { String(cString: $0) } }
        let lastGood = (try? state?.lastGood.read(of: files)) ?? LastGoodFile.Texts()
        let saved = (try? state?.saved.read()) ?? SavedSettings()
        let texts = files.texts(after: lastGood.last)
        let usable = UsableConfiguration(texts, lastGood: lastGood.last, former: lastGood.former)
        status = texts.reading.unreadable ?? (usable.problems.isEmpty ? .success : .badConfiguration)
        var configuration = usable.configuration
        configuration.sections += saved.sections
        whole = configuration
        self.configuration = configuration.at(moment, in: .ofProcess)
        problems = usable.problems
    }

    /// The names of contents.
    var contentNames: [String] { configuration.contents.names }

    /// Returns the settings of a screen that have a value.
    func settings(of screen: Screen, among screens: [Screen]) -> [SettingStatus] {
        let places = configuration.places(for: screen, among: screens)
        return configuration.overrides(for: screen, among: screens).orderedTexts.map { key, value in
            places.status(of: key, value, at: moment, in: .ofProcess)
        }
    }

    /// Returns the next change by the times of sections; nil if there is none.
    func next(of screen: Screen, among screens: [Screen]) -> NextSettings? {
        whole.nextSettings(of: screen, among: screens, after: moment, in: .ofProcess)
    }
}
