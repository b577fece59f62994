import Glibc

/// The start of a program that the daemon calls: its command line, its signals, and the socket of its calls. The
/// descriptors are open until the end of the process.
public struct ServiceLaunch {
    /// A listening socket: as `--listen` names it, or as the service manager has opened it.
    public let door: Int32
    /// A descriptor that can be read when the program is to end.
    public let signals: Int32
    /// Whether the service manager starts the program again when it is called, so that it ends when it is not called.
    public let endsIdle: Bool
    private let values: [String: String]

    /// Reads a command line, and opens the descriptors. The process ends here after `--help` and `--version`, with code
    /// 64 after wrong usage, 71 if the system fails, and 73 without a socket. Call it before the process has a second
    /// thread.
    ///
    /// - Parameters:
    ///   - program: the name of the program.
    ///   - help: the text of `--help`.
    ///   - options: the options beside `--listen`, each with a value.
    public init(_ program: String, version: String, help: String, options: [String] = []) {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "-h" || arguments.first == "--help" {
            print(help, terminator: "")
            exit(0)
        }
        if arguments.first == "--version" {
            print("\(program) \(version)")
            exit(0)
        }
        func fail(_ status: Int32, _ message: String) -> Never {
            Journal.write("\(message); see '\(program) --help'", .error)
            exit(status)
        }
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard option == "--listen" || options.contains(option) else { fail(64, "unknown argument '\(option)'") }
            guard let value = rest.popFirst(), !value.isEmpty else { fail(64, "\(option) needs a value") }
            values[option] = value
        }
        guard let signals = ProgramSignals.open() else { fail(71, "cannot wait for signals") }
        let passed = ProgramService.socket
        if let path = values["--listen"] {
            do throws(ProgramSocket.Failure) {
                door = try ProgramSocket.open(path)
            } catch {
                fail(73, error.description)
            }
        } else if let passed {
            door = passed
        } else {
            fail(64, "no socket was passed, and --listen names none")
        }
        self.signals = signals
        self.values = values
        endsIdle = passed != nil
    }

    /// The value of an option; nil if the command line has none.
    public subscript(option: String) -> String? { values[option] }
}
