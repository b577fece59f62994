import CMosquitto
import Glibc
import MQTTBridge
import ScreensConfiguration
import ScreensManager
import ScreensServing

@main
enum ScreensMQTT {
    private static let standardFile = "/etc/screens/mqtt.toml"
    private static let largestFile = 1 << 16
    /// The limit of the memory of this process: the library allocates the whole payload that a packet announces, up to
    /// 256 MB, and an allocation that fails ends the connection alone.
    private static let memory: rlim_t = 96 << 20

    private static let help = """
        OVERVIEW: Join the screens of this machine to an MQTT broker and Home Assistant.

        Home Assistant finds the displays by itself; other clients use the topics
        `screens/v1/...`. It has the right to operate the screens, and no more. The
        service manager starts it if there is a configuration: screens-mqtt.service.

        Exit codes: 0 ended, 64 wrong usage, 66 no such file, 71 no signals, 77 a
        configuration that may not be read, 78 a wrong configuration.

        USAGE: screens-mqtt [--config <file>] [--socket <path>]
               screens-mqtt check [<file>]
               screens-mqtt example

        SUBCOMMANDS:
          check                   List every problem of the configuration.
          example                 Print a configuration with every key, explained.

        OPTIONS:
          --config <file>         The configuration. (default: \(standardFile))
          --socket <path>         The socket of screensd. (default:
                                  /run/screens/screens.Operator)
          --version               Show the version.
          -h, --help              Show help information.

        """

    static func main() {
        do throws(ProgramError) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Output.write("screens-mqtt: \(error.message)\n", to: STDERR_FILENO)
            exit(error.status)
        }
    }

    private static func run(_ arguments: [String]) throws(ProgramError) {
        switch arguments.first {
        case "-h", "--help": Output.write(help)
        case "--version": Output.write("screens-mqtt \(ProgramVersion.current)\n")
        case "example": Output.write(ConfigurationExample.text)
        case "check":
            guard arguments.count <= 2 else { throw wrong("check takes one file") }
            let file = arguments.dropFirst().first ?? standardFile
            let (_, problems) = try read(file)
            for problem in problems { Output.write("\(problem)\n", to: STDERR_FILENO) }
            guard problems.isEmpty else { exit(78) }
            Output.write("\(file) has no problem\n")
        default: try serve(arguments)
        }
    }

    private static func serve(_ arguments: [String]) throws(ProgramError) {
        var (file, socket) = (standardFile, DaemonSocket.operating)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard ["--config", "--socket"].contains(option) else { throw wrong("unknown argument '\(option)'") }
            guard let value = rest.popFirst(), !value.isEmpty else { throw wrong("\(option) needs a value") }
            if option == "--config" { file = value } else { socket = DaemonSocket(path: value) }
        }
        let (configuration, problems) = try read(file)
        for problem in problems { Journal.write(problem, .warning) }
        guard let configuration else {
            throw ProgramError(status: 78, message: "\(file) has problems; `screens-mqtt check \(file)` lists them")
        }
        var limit = rlimit(rlim_cur: memory, rlim_max: memory)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        signal(SIGPIPE, SIG_IGN)
        mosquitto_lib_init()
        BridgeLoop(configuration, socket, signals: try endSignals()).run()
    }

    /// Reads a configuration.
    ///
    /// - Returns: nil if its problems are not only unknown keys; and all problems.
    private static func read(_ file: String) throws(ProgramError) -> (BridgeConfiguration?, [String]) {
        let bytes = try Secrets.content(of: file, limit: largestFile)
        let document = ConfigurationDocument(bytes, of: file)
        let configuration = BridgeConfiguration(document, host: hostName)
        var problems = document.problems
        for path in [configuration.broker.passwordFile, configuration.broker.key].compactMap(\.self) {
            do throws(ProgramError) {
                try Secrets.checkIsPrivate(path)
            } catch {
                problems.append(error.message)
            }
        }
        for path in [configuration.broker.authorities, configuration.broker.certificate].compactMap(\.self)
        where access(path, R_OK) != 0 {
            problems.append("cannot read \(path): \(String(cString: strerror(errno)))")
        }
        return (document.isUsable ? configuration : nil, problems)
    }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "screens" }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.split(separator: ".").first.map(String.init) ?? "screens"
    }

    /// Returns a descriptor that can be read after SIGTERM or SIGINT.
    private static func endSignals() throws(ProgramError) -> Int32 {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTERM)
        sigaddset(&mask, SIGINT)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        let descriptor = signalfd(-1, &mask, Int32(SFD_CLOEXEC))
        guard descriptor >= 0 else { throw ProgramError(status: 71, message: "cannot wait for signals") }
        return descriptor
    }

    private static func wrong(_ message: String) -> ProgramError {
        ProgramError(status: 64, message: "\(message); see 'screens-mqtt --help'")
    }
}
