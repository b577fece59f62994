import CGStreamer
import Films
import Glibc
import ScreensServing

/// A process of this program that decodes one film. Its end kills it.
final class DecoderProcess {
    /// The arguments that make the program a decoder.
    static let verb = "decode"
    /// The numbers of its descriptors.
    static let (socket, film): (Int32, Int32) = (3, 4)

    /// The processes that were killed, and are not gone yet.
    nonisolated(unsafe) private static var dying: [pid_t] = []  // Only the loop of the program uses it.

    let messages: MessageSocket
    private let process: pid_t
    private var status: Int32?

    /// Starts a process.
    ///
    /// - Returns: nil if the system has no room for it.
    init?(_ film: Int32, from start: Int64, loops: Bool, mostPixels: Int) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        messages = MessageSocket(adopting: ends[0])
        defer { close(ends[1]) }
        // The copies have numbers from 10 on: a descriptor that is copied onto its own number stays closed in the
        // process.
        let copies = [ends[1], film].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
        defer { for copy in copies where copy >= 0 { close(copy) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Without its own socket the process would inherit the file that has this number here: the socket on which the
        // daemon calls.
        // A film that takes its decoder over must not write to the journal of the player.
        let streams = (STDIN_FILENO...STDERR_FILENO).map {
            posix_spawn_file_actions_addopen(&actions, $0, "/dev/null", O_RDWR, 0)
        }
        guard streams.allSatisfy({ $0 == 0 }),
            posix_spawn_file_actions_adddup2(&actions, copies[0], Self.socket) == 0,
            posix_spawn_file_actions_adddup2(&actions, copies[1], Self.film) == 0
        else { return nil }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program reads its signals from a descriptor.
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = [
            "screens-player", Self.verb, String(start), loops ? "loop" : "once", String(mostPixels), String(getpid()),
        ]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &arguments, environ) == 0 else {
            return nil
        }
        self.process = process
    }

    deinit {
        guard status == nil else { return }
        kill(process, SIGKILL)
        Self.dying.append(process)
        Self.reap()
    }

    /// Whether killed processes are not gone yet.
    static var isWaiting: Bool { !dying.isEmpty }

    /// Takes the processes that have ended meanwhile from the system.
    static func reap() {
        dying.removeAll { waitpid($0, nil, WNOHANG) != 0 }
    }

    /// Why it has ended, in words. It has closed its socket, and may still run.
    func end() -> String {
        kill(process, SIGKILL)
        var status: Int32 = 0
        for _ in 0..<100 where self.status == nil {
            if waitpid(process, &status, WNOHANG) == process { self.status = status } else { usleep(1000) }
        }
        guard let status = self.status else { return "it does not end" }
        let signal = status & 0x7f
        return signal == 0 ? "exit code \(status >> 8 & 0xff)" : "signal \(signal)"
    }
}
