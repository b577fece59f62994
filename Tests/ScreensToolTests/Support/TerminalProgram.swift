import Glibc
import TestSupport
import Testing

/// The program `screens`, with a pseudo terminal as its standard input.
final class TerminalProgram {
    /// `TIOCSPTLCK` and `TIOCGPTN`, which Glibc's module leaves out.
    private static let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    private let process: pid_t
    private let keyboard: Int32
    private let terminal: Int32
    private let output: Int32
    private let errors: Int32
    private let found: termios
    private var isOver = false

    init(_ arguments: [String]) throws {
        keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (number, isLocked): (Int32, Int32) = (0, 0)
        try #require(ioctl(keyboard, Self.unlock, &isLocked) == 0 && ioctl(keyboard, Self.number, &number) == 0)
        terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var found = termios()
        try #require(tcgetattr(terminal, &found) == 0)
        self.found = found
        var (output, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        try #require(pipe(&output) == 0 && pipe(&errors) == 0)
        for descriptor in output + errors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        (self.output, self.errors) = (output[0], errors[0])

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in [terminal, output[1], errors[1]].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // In the background of a shell the tests start with signals that they ignore.
        var ignored = sigset_t()
        sigemptyset(&ignored)
        for signal in [SIGINT, SIGHUP, SIGQUIT] { sigaddset(&ignored, signal) }
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        // The kernel stops only process groups that a process outside could continue.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        let path = try Self.path()
        let words = ([path] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, path, &actions, &attributes, words + [nil], environ)
        close(output[1])
        close(errors[1])
        self.process = process
        try #require(result == 0)
    }

    deinit {
        if !isOver {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        for descriptor in [keyboard, terminal, output, errors] { close(descriptor) }
    }

    /// Whether keys are delivered one by one and are not echoed.
    var isRaw: Bool { attributes.c_lflag & tcflag_t(ICANON | ECHO) == 0 }

    /// Whether the terminal has the attributes from before the start of the program.
    var isAsFound: Bool {
        attributes.c_lflag == found.c_lflag && attributes.c_iflag == found.c_iflag
            && attributes.c_oflag == found.c_oflag
    }

    /// Presses keys.
    func type(_ keys: String) {
        // The bytes are sent one by one, as on a slow line.
        for byte in keys.utf8 { withUnsafeBytes(of: byte) { _ = write(keyboard, $0.baseAddress, 1) } }
    }

    func signal(_ number: Int32) {
        kill(process, number)
    }

    /// Returns whether the program is stopped, once for each stop.
    func hasStopped() -> Bool {
        var status: Int32 = 0
        return waitpid(process, &status, WNOHANG | WUNTRACED) == process && status & 0xFF == 0x7F
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: the exit code, or minus the signal that ended the program; and its output.
    func end() async throws -> (status: Int32, output: String, errors: String) {
        var status: Int32 = 0
        try await eventually("it ends") { waitpid(process, &status, WNOHANG) != 0 }
        isOver = true
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        return (code, Self.content(of: output), Self.content(of: errors))
    }

    private var attributes: termios {
        var attributes = termios()
        tcgetattr(terminal, &attributes)
        return attributes
    }

    private static func content(of descriptor: Int32) -> String {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: content, as: UTF8.self) }
            content += chunk[..<count]
        }
    }

    /// Returns the path of the program, which is built beside the tests.
    static func path() throws -> String {
        let tests = try #require(realpath("/proc/self/exe", nil))
        defer { free(tests) }
        let path = String(cString: tests)
        let folder = try #require(path.lastIndex(of: "/"))
        return path[..<folder] + "/screens"
    }
}
