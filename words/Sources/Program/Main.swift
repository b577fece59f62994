import Glibc
import ScreensServing
import Typesetting

@main
enum ScreensWords {
    private static let help = """
        OVERVIEW: Draw words in the fonts of the machine, for screensd.

        USAGE: screens-words [--listen <path>]

        OPTIONS:
          --listen <path>         The socket on which screensd calls, unless the
                                  service manager has opened it.
          --version               Show the version.
          -h, --help              Show help information.

        Exit codes: 0 ended, 64 wrong usage, 71 the system failed, 73 no socket.

        """

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "-h", "--help": print(help, terminator: "")
        case "--version": print("screens-words \(WordsVersion.current)")
        default: serve(arguments)
        }
    }

    private static func serve(_ arguments: [String]) {
        var listen: String?
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard option == "--listen" else { fail(64, "unknown argument '\(option)'") }
            guard let value = rest.popFirst(), !value.isEmpty else { fail(64, "\(option) needs a value") }
            listen = value
        }
        guard let signals = ProgramSignals.open() else { fail(71, "cannot wait for signals") }
        let passed = ProgramService.socket
        guard let door = listen.map(open) ?? passed else {
            fail(64, "no socket was passed, and --listen names none")
        }
        WordsLoop(door, signals: signals, endsIdle: passed != nil).run()
    }

    private static func open(_ path: String) -> Int32 {
        do throws(ProgramSocket.Failure) {
            return try ProgramSocket.open(path)
        } catch {
            fail(73, error.description)
        }
    }

    private static func fail(_ status: Int32, _ message: String) -> Never {
        Journal.write("\(message); see 'screens-words --help'", .error)
        exit(status)
    }
}
