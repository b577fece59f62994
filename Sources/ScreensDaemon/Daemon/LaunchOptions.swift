import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The options that the daemon is started with.
struct LaunchOptions: Sendable {
    var files = ConfigurationFiles.standard
    /// The folder for the state that outlasts the daemon.
    var state = StateFolder.standard
    /// The path of the control socket, unless the service manager has opened one.
    var socket = ManagerInterface.socketPath
    var cards = CardSelection.system
    /// Whether the daemon takes the terminal that it was started on.
    var takesTerminal = true
    /// Whether the daemon turns the keyboard of that terminal off meanwhile.
    var turnsKeyboardOff = false
}

/// The command line of `screensd`.
enum DaemonCommand {
    case run(LaunchOptions)
    /// Prints a text to standard output, and ends the program.
    case print(String)

    static let version = "screensd \(ProgramVersion.current)"

    static let help = """
        OVERVIEW: Keep the right picture on every display.

        The configuration has the settings of each screen: `screens config example`
        explains them, `screens config check` lists problems. Commands such as `screens
        set` and `screens identify` call the daemon.

        The configuration is read again after SIGHUP and after a change of its files.
        After SIGTERM the daemon restores what the displays showed before, and ends.

        A file with problems does not stop it: the last text of that file without
        problems counts until it is corrected, and the log and the status say so.
        These texts, and the settings that `screens save` saves, are kept in
        $STATE_DIRECTORY (\(StateFolder.standard.path)).

        Exit codes: 0 ended, 64 wrong usage, 71 the system failed, 73 no socket, 75
        another screensd runs, 77 no permission for the socket.

        USAGE: screensd [--config <file>] [--socket <path>] [--no-terminal]
                        [--no-keyboard] [--simulate <spec>]

        OPTIONS:
          --config <file>         The configuration; the folder beside it with .d for
                                  .toml is read after it. (default:
                                  \(ConfigurationFiles.standard.path))
          --socket <path>         The socket for calls of `screens`, unless the service
                                  manager has opened one. (default:
                                  \(ManagerInterface.socketPath))
          --no-terminal           Do not take over the terminal that screensd is
                                  started on.
          --no-keyboard           Turn the keyboard off on that terminal, keys for
                                  switches to other terminals included.
          --simulate <spec>       Simulate cards in place of this machine's:
                                  WIDTHxHEIGHT[@HZ][,...], or a FILE.json of
                                  screens doctor --dump or drm_info -j.
          --version               Show the version.
          -h, --help              Show help information.

        """

    private static let names = [
        "--config", "--socket", "--no-terminal", "--no-keyboard", "--simulate", "--version", "--help",
    ]

    /// Reads the arguments, without the program's name.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage``.
    init(_ arguments: [String]) throws(Failure) {
        var options = LaunchOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            switch name {
            case "--help", "-h", "--version", "--no-terminal", "--no-keyboard":
                guard parts.count == 1 else { throw Self.wrong("the option \(name) takes no value") }
            case "--config", "--socket", "--simulate": break
            default:
                guard argument.hasPrefix("-") else { throw Self.wrong("unexpected argument '\(argument)'") }
                guard let nearest = NearestName.of(name, among: Self.names) else {
                    throw Self.wrong("unknown option '\(name)'")
                }
                throw Failure(.usage, "unknown option '\(name)'; did you mean '\(nearest)'?")
            }
            switch name {
            case "--help", "-h":
                self = .print(Self.help)
                return
            case "--version":
                self = .print(Self.version)
                return
            case "--no-terminal": options.takesTerminal = false
            case "--no-keyboard": options.turnsKeyboardOff = true
            default:
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                    throw Self.wrong("the option \(name) needs a value")
                }
                try options.set(name, value)
            }
        }
        self = .run(options)
    }

    fileprivate static func wrong(_ message: String) -> Failure {
        Failure(.usage, "\(message); see 'screensd --help'")
    }
}

extension LaunchOptions {
    fileprivate mutating func set(_ option: String, _ value: String) throws(Failure) {
        switch option {
        case "--config":
            // Standard input could be read only once.
            guard value != "-" else { throw DaemonCommand.wrong("--config needs the name of a file") }
            files = ConfigurationFiles(path: value)
        case "--socket": socket = value
        default:
            guard let spec = SimulationSpec(value) else {
                throw DaemonCommand.wrong("--simulate takes \(SimulationSpec.forms); '\(value)' is neither")
            }
            cards = .simulated(try spec.makeCards())
        }
    }
}
