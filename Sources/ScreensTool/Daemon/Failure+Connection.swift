import Glibc
import ProgramKit
import Varlink

/// Why the daemon cannot be talked to.
extension Failure {
    /// A command that is for the daemon alone, and no daemon.
    init(noDaemonAt path: String) {
        self.init(
            .unavailable,
            "no daemon listens at \(path): `systemctl start screensd` starts it, and `screens show` does without one")
    }

    /// Connecting failed.
    init(connectingTo path: String, errno: Int32) {
        let service = "screensd at \(path)"
        switch errno {
        case EACCES, EPERM:
            self.init(.noPermission, "may not talk to \(service): \(Self.remedy(forAccessTo: path))")
        case ETIMEDOUT:
            self.init(.unavailable, "\(service) takes no connection; `systemctl restart screensd` starts it anew")
        case ENAMETOOLONG: self.init(.usage, "cannot connect to \(path): the path of a socket has 1 to 107 bytes")
        case EPROTOTYPE: self.init(.badProtocol, "what listens at \(path) is not screensd: it is no stream socket")
        default: self.init(.unavailable, "cannot connect to \(service): \(String(cString: strerror(errno)))")
        }
    }

    /// Reading or writing failed.
    init(talkingTo path: String, errno: Int32) {
        if errno == EPIPE {
            self.init(.unavailable, "screensd at \(path) has closed the connection; \(Self.journal)")
        } else {
            self.init(.system, "cannot talk to screensd at \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// No answer in time.
    init(silenceAt path: String, after limit: Duration) {
        let seconds = limit.formatted
        self.init(
            .unavailable,
            "screensd at \(path) has not answered for \(seconds) s; \(Self.journal), and `systemctl restart screensd` starts it anew"
        )
    }

    /// What came is not what the protocol has.
    init(_ reason: CutReason, at path: String) {
        if reason.isEnd {
            self.init(.unavailable, "screensd at \(path) ended before it answered; \(Self.journal)")
        } else {
            self.init(.badProtocol, "what listens at \(path) does not talk like screensd: \(reason)")
        }
    }

    /// It has answered, and comes to an end where it should go on.
    init(endOfDaemonAt path: String) {
        self.init(.unavailable, "screensd at \(path) has ended; \(Self.journal)")
    }

    /// An answer that is not what the interface declares.
    init(answerAt path: String, to method: String, _ problem: String) {
        self.init(
            .badProtocol,
            "what listens at \(path) does not answer \(method) like screensd, or is of another version: \(problem)")
    }

    private static let journal = "`journalctl -u screensd` tells why"

    /// Whom the socket, or the folder that it is in, lets in.
    private static func remedy(forAccessTo path: String) -> String {
        var status = stat()
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard stat(path, &status) == 0 || stat(folder, &status) == 0 else {
            return "only root and the group video may"
        }
        guard status.st_mode & S_IWGRP != 0 || status.st_mode & S_IXGRP != 0, status.st_gid != 0,
            let group = groupName(status.st_gid)
        else { return "only root may" }
        return
            "only root and the group \(group) may; `sudo usermod -aG \(group) $USER` adds you, from the next login on"
    }

    private static func groupName(_ number: gid_t) -> String? {
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        var buffer = [CChar](repeating: 0, count: 16384)
        guard getgrgid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return String(cString: entry.gr_name)
    }
}

extension CutReason {
    /// Whether the service has ended, and has kept to the protocol until then.
    var isEnd: Bool {
        switch self {
        case .unansweredCalls, .truncatedMessage: true
        default: false
        }
    }
}

extension Duration {
    /// Seconds, with as many decimals as there are: `10`, `0.05`.
    fileprivate var formatted: String {
        let (seconds, attoseconds) = components
        return (Double(seconds) + Double(attoseconds) / 1e18).text(places: 3)
    }
}
