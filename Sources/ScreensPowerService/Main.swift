import Glibc
import ScreensLinux
import ScreensServing

/// The program's entry and exit.
@main
enum Main {
    private static let help = """
        OVERVIEW: Turn televisions off and on by CEC, as screensd orders it.

        It has the CEC adapters of the machine (/dev/cecN), decides nothing, and ends
        with screensd. The service manager starts it: screens-power.service.

        Exit codes: 0 ended, 64 wrong usage, 69 no daemon, 71 the system failed.

        USAGE: screens-power [--socket <path>]

        OPTIONS:
          --socket <path>         The socket of screensd for this program. (default:
                                  \(socket))
          --version               Show the version.
          -h, --help              Show help information.

        """
    private static let socket = "/run/screens/screens.Power"

    static func main() {
        var path = socket
        var words = Array(CommandLine.arguments.dropFirst())
        while let word = words.first {
            words.removeFirst()
            switch word {
            case "--socket" where !words.isEmpty: path = words.removeFirst()
            case "--version": return print("screens-power \(version)")
            case "-h", "--help": return print(help, terminator: "")
            default:
                Journal.write("unknown option '\(word)'; see `screens-power --help`", .error)
                exit(64)
            }
        }
        guard let signals = ProgramSignals.open() else { fail("cannot wait for signals", 71) }
        Task { @MainLoop [path] in run(path, signals) }
        MainLoop.run()
    }

    /// The line of the file `VERSION`.
    private static var version: String {
        String(decoding: PackageResources.VERSION.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    @MainLoop private static var service: PowerService?
    @MainLoop private static var signals: WatchedDescriptor?

    @MainLoop
    private static func run(_ path: String, _ descriptor: Int32) {
        do throws(SystemError) {
            signals = try WatchedDescriptor(adopting: descriptor) { _ in end() }
            service = try PowerService(DaemonLink(path) { fail($0, 69) })
        } catch {
            let isDaemonMissing = error.call == "connect"
            fail(isDaemonMissing ? "screensd cannot be reached: \(error)" : "\(error)", isDaemonMissing ? 69 : 71)
        }
        ProgramService.notify("READY=1")
    }

    /// Gives all logical addresses back, because they outlive their program, and ends.
    @MainLoop
    private static func end() {
        service?.end()
        exit(0)
    }

    private static func fail(_ text: String, _ code: Int32) -> Never {
        Journal.write(text, .error)
        exit(code)
    }
}
