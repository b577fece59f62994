import CGStreamer
import Decoder
import Films
import Glibc
import ScreensServing

@main
enum ScreensPlayer {
    private static let help = """
        OVERVIEW: Play films that are contents of screens, for screensd.

        USAGE: screens-player [--socket <path>] [--listen <path>]

        OPTIONS:
          --socket <path>         The socket of screensd for contents. (default:
                                  /run/screens/screens.Content)
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
        case "--version": print("screens-player \(PlayerVersion.current)")
        // Only this program starts it.
        case DecoderProcess.verb: decode(arguments.dropFirst())
        default: play(arguments)
        }
    }

    private static func decode(_ words: ArraySlice<String>) {
        let words = Array(words)
        var arguments = FilmDecoder.Arguments()
        guard words.count == 4, let start = Int64(words[0]), let mostPixels = Int(words[2]),
            let player = Int32(words[3])
        else { exit(64) }
        arguments.start = start
        arguments.loops = words[1] == "loop"
        arguments.mostPixels = mostPixels
        arguments.player = player
        FilmDecoder.run(DecoderProcess.film, DecoderProcess.socket, arguments)
        // The process ends without ending the pipeline, whose threads may hang.
        _exit(0)
    }

    private static func play(_ arguments: [String]) {
        // A decoder is a process of the same user.
        cgst_hide_memory()
        var (socket, listen): (String, String?) = ("/run/screens/screens.Content", nil)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard ["--socket", "--listen"].contains(option) else { fail(64, "unknown argument '\(option)'") }
            guard let value = rest.popFirst(), !value.isEmpty else { fail(64, "\(option) needs a value") }
            if option == "--socket" { socket = value } else { listen = value }
        }
        guard let signals = ProgramSignals.open() else { fail(71, "cannot wait for signals") }
        let passed = ProgramService.socket
        guard let door = listen.map(open) ?? passed else {
            fail(64, "no socket was passed, and --listen names none")
        }
        PlayerLoop(door, socket, signals: signals, endsIdle: passed != nil).run()
    }

    private static func open(_ path: String) -> Int32 {
        do throws(ProgramSocket.Failure) {
            return try ProgramSocket.open(path)
        } catch {
            fail(73, error.description)
        }
    }

    private static func fail(_ status: Int32, _ message: String) -> Never {
        Journal.write("\(message); see 'screens-player --help'", .error)
        exit(status)
    }
}
