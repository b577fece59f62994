import ScreensServing
import Typesetting

@main
enum ScreensWords {
    private static let help = """
        OVERVIEW: Draw words in the fonts of the machine, for screensd.

        It draws the texts, tickers and QR codes that are contents of screens, and the
        words of `screens notify`, in any script. The service manager starts it when
        screensd calls (screens-words.socket), and it ends when it has not been called
        for more than a minute. Without it the words are in the built-in font of
        screensd.

        Exit codes: 0 ended, 64 wrong usage, 71 the system failed, 73 no socket.

        USAGE: screens-words [--listen <path>]

        OPTIONS:
          --listen <path>         The socket on which screensd calls, unless the
                                  service manager has opened it.
          --version               Show the version.
          -h, --help              Show help information.

        """
    /// The most calls at once.
    private static let mostCalls = 16
    /// How long the program waits for another call before it ends, in seconds. A clock of minutes keeps it.
    private static let idleTime = 75.0

    static func main() {
        let launch = ServiceLaunch("screens-words", version: WordsVersion.current, help: help)
        // The list of fonts is read here: a machine that has it not in its cache takes seconds for that.
        WordsPicture.readFonts()
        ServiceLoop(launch, mostCalls: mostCalls, idleTime: idleTime) { WordsCall($0, at: $1) }.run()
    }
}
