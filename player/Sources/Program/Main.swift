import CGStreamer
import Decoder
import Films
import Glibc
import ScreensServing

@main
enum ScreensPlayer {
    private static let help = """
        OVERVIEW: Play films that are contents of screens, for screensd.

        It decodes whatever the installed plugins of GStreamer decode, each film in a
        process of its own. The service manager starts it when screensd calls
        (screens-player.socket), and it ends after a minute without a film.

        Exit codes: 0 ended, 64 wrong usage, 71 the system failed, 73 no socket.

        USAGE: screens-player [--socket <path>] [--listen <path>]

        OPTIONS:
          --socket <path>         The socket of screensd for contents. (default:
                                  /run/screens/screens.Content)
          --listen <path>         The socket on which screensd calls, unless the
                                  service manager has opened it.
          --version               Show the version.
          -h, --help              Show help information.

        """

    /// The most items at once: the films of all screens, and the films that follow them.
    private static let mostItems = 64
    /// How long the program waits for another item before it ends, in seconds.
    private static let idleTime = 60.0
    /// The time between two checks whether killed processes have ended, in seconds: no descriptor reports that.
    private static let exitCheckInterval = 0.05

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        // Only this program starts it.
        if arguments.first == DecoderProcess.verb { decode(arguments.dropFirst()) } else { play() }
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

    private static func play() {
        // A decoder is a process of the same user.
        cgst_hide_memory()
        let launch = ServiceLaunch(
            "screens-player", version: PlayerVersion.current, help: help, options: ["--socket"])
        let socket = launch["--socket"] ?? "/run/screens/screens.Content"
        let loop = ServiceLoop(launch, mostCalls: mostItems, idleTime: idleTime) { descriptor, now in
            FilmItem(MessageSocket(adopting: descriptor, mostFiles: 1), socket, at: now)
        }
        loop.run {
            DecoderProcess.reap()
            return DecoderProcess.isWaiting ? exitCheckInterval : nil
        }
    }
}
