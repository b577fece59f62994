import ArgumentParser
import Glibc
import Screens
import ScreensConfiguration
import ScreensContents
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
            change is a comment. With --at the settings are the settings of that time, and a comment names the items \
            that belong to a playlist then, which `screens go` moves. Playlist files and folders count as they are now.

            Examples:
              screens config show
              screens config show HDMI-A-1
              screens config show --at '2026-12-24 18:00'
              screens config show --json | jq '.[].settings[] | {key, place}'

            Exit codes: 66 no such screen or file, 77 no permission, 78 a file with problems.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1; all without it.", completion: ScreenName.completion)
    var screen: String?

    @Option(
        help: ArgumentHelp("The configuration.", valueName: "file"), completion: .file(extensions: ["toml"]))
    var config = ConfigurationFiles.standard.path

    @Option(
        help: ArgumentHelp(
            "The settings of another time: a day, a time, or both, as in '2026-12-24 18:00'.", valueName: "time"))
    var at: String?

    @Flag(help: "Print a JSON array.")
    var json = false

    @Option(help: SimulationOption.help, completion: SimulationOption.completion)
    var simulate: String?

    func validate() throws {
        try SimulationOption.check(simulate)
        _ = try moment
    }

    /// The time of the settings, in seconds since 1970; nil for now.
    private var moment: Int64? {
        get throws {
            guard let at else { return nil }
            do throws(ValueProblem) {
                return try LocalTime.ofProcess.moment(of: at, after: Int64(time(nil)))
            } catch {
                throw ValidationError("--at \(error.message)")
            }
        }
    }

    func run() async throws {
        let moment = try moment
        let effective = EffectiveConfiguration(ConfigurationFiles(path: config), at: moment)
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
                next: effective.next(of: screen, among: inspection.screens),
                playlist: moment.flatMap { playlist(of: screen, among: inspection.screens, effective, at: $0) })
        }
        // Without a file and without saved settings there is nothing to print.
        if effective.status == .success || shown.contains(where: { !$0.settings.isEmpty }) {
            // A time without a day is the next one.
            let day = moment.flatMap { LocalDate(seconds: $0)?.text("# at %a %F %H:%M\n") } ?? ""
            try StandardOutput.write(
                json ? JSONLine.encode(shown) : day + shown.map(\.text).joined(separator: "\n"))
        }
        if effective.status != .success { Process.exit(effective.status) }
    }

    /// The items that the playlist of a screen has at a time; nil without a playlist, or if its file cannot be read.
    private func playlist(
        of screen: Screen, among screens: [Screen], _ effective: EffectiveConfiguration, at moment: Int64
    ) -> PlaylistPreview? {
        do throws(Failure) {
            return try effective.playlist(of: screen, among: screens, at: moment)
        } catch {
            Notices.shared.say("\(screen.name): the items are not known: \(error.message)")
            return nil
        }
    }

    /// An element of the output of `screens config show --json`.
    private struct ScreenSettings: Encodable {
        let card: String
        let name: String
        let settings: [SettingStatus]
        @Nullable private(set) var next: NextSettings?
        /// The items of the playlist at another time; left out for now.
        let playlist: [Item]?

        /// An item of a playlist.
        struct Item: Encodable {
            let item: String
            let number: Int
            /// Whether it is on the screen; null unless the list follows the clock.
            @Nullable private(set) var shown: Bool?

            init(_ item: PlaylistPreview.Item, shown: Int?) {
                (self.item, number) = (item.title, item.number)
                self.shown = shown.map { $0 == item.number }
            }

            /// `menu (2)`.
            var text: String { "\(item.printable) (\(number))\(shown == true ? ", which is shown" : "")" }
        }

        init(
            of screen: Screen, _ settings: [SettingStatus], next: NextSettings?, playlist: PlaylistPreview?
        ) {
            self.playlist = playlist.map { list in list.items.map { Item($0, shown: list.shown) } }
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
            if let playlist {
                let items = playlist.map(\.text).joined(separator: "; ")
                text += "# items: \(items.isEmpty ? "none" : items)\n"
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
    private let moment: Int64
    /// The problems of the files as they are now.
    let problems: [ConfigurationProblem]
    /// The status of a program that has printed these settings: success if the files have no problems.
    let status: ExitStatus

    /// - Parameter moment: the time of the settings, in seconds since 1970; nil for now.
    init(_ files: ConfigurationFiles, at moment: Int64? = nil) {
        let moment = moment ?? Int64(time(nil))
        self.moment = moment
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

    /// Returns the items that the playlist of a screen has at a time; nil without a playlist. Reads its file.
    func playlist(
        of screen: Screen, among screens: [Screen], at moment: Int64
    ) throws(Failure) -> PlaylistPreview? {
        guard let content = configuration.overrides(for: screen, among: screens).content else { return nil }
        return try .reading(configuration.contents.resolved(content), at: moment, in: .ofProcess)
    }

    /// Returns the next change by the times of sections; nil if there is none.
    func next(of screen: Screen, among screens: [Screen]) -> NextSettings? {
        whole.nextSettings(of: screen, among: screens, after: moment, in: .ofProcess)
    }
}
