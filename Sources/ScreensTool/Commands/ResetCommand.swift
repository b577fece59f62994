import ArgumentParser
import Screens
import ScreensConfiguration
import ScreensReports

/// `screens reset`.
struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", _superCommandName: "screens",
        abstract: "Reset settings that were made or saved at run time.",
        usage: """
            screens reset <screen> [<key> ...] [<options>]
            screens reset --absent <identity> [<key> ...]
            screens reset --all
            """,
        discussion: """
            The files of the configuration apply again. `screens status` lists such settings, and the identities of \
            absent displays that have saved settings.

            Examples:
              screens reset HDMI-A-1 rotate overscan
              screens reset HDMI-A-1
              screens reset --absent LG:27GL850:123456 mode
              screens reset --all

            Exit codes: 64 no such key, 66 no such screen or identity, 69 no daemon, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String?

    @Argument(
        help: ArgumentHelp("The settings; all of the screen if none is given.", valueName: "key"),
        completion: .list(SettingTable.settings.map(\.key)))
    var keys: [String] = []

    @Flag(help: "Reset all settings of all screens, also of screens that are not connected.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Remove the saved settings of a display that is not connected, without a screen.", valueName: "identity"))
    var absent: String?

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        guard absent == nil else {
            if all { throw ValidationError("reset takes either --absent or --all") }
            return try Self.check(absentKeys)
        }
        if all == (screen != nil) { throw ValidationError("reset takes either a screen, --absent or --all") }
        if let key = screen, SettingTable.setting(key) != nil {
            let words = ([key] + keys).joined(separator: " ")
            throw ValidationError("\(key) is a key, and the screen comes before it: screens reset SCREEN \(words)")
        }
        try Self.check(keys)
    }

    /// The keys for an absent display. Without a screen the first argument is a key, too.
    private var absentKeys: [String] { [screen].compactMap(\.self) + keys }

    private static func check(_ keys: [String]) throws {
        for key in keys where SettingTable.setting(key) == nil {
            throw ValidationError("a key \(ValueProblem(not: key, oneOf: SettingTable.settings.map(\.key)).sentence)")
        }
    }

    func run() async throws {
        let connection = try daemon.connection()
        if let absent { return try connection.resetAbsent(absent, absentKeys.isEmpty ? nil : absentKeys) }
        guard let screen else { return try connection.resetAll() }
        let reply = try connection.reset(keys.isEmpty ? nil : keys, of: screen)
        for message in Set(reply.deviations.map(\.message)).sorted() { Notices.shared.say(message) }
    }
}
