import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensVarlink

/// Errors of the connection to the daemon.
extension DaemonError {
    /// Creates the error of a command that needs the daemon if none listens at a location.
    package init(noDaemonAt location: DaemonLocation) {
        self.init(noDaemonAt: location.path, location.isOfService ? ServiceState.taken() : nil)
    }

    /// Creates the error of a command that needs the daemon if none listens at a path.
    ///
    /// - Parameter service: the state of the daemon's unit; nil if it is not known.
    package init(noDaemonAt path: String, _ service: ServiceState? = nil) {
        let cause = service.map { ": screensd \($0.words)" } ?? ""
        let remedy = service?.remedy ?? "start `screensd`, or `systemctl start screensd` if its service is installed"
        self.init(
            .noDaemon, .unavailable,
            "no daemon listens at \(path)\(cause.isEmpty ? ":" : cause + ";") \(remedy); `screens show` needs none")
    }

    /// Creates the error of a connection that failed.
    ///
    /// - Parameter mayOperate: whether the socket of the right to operate was tried as well, so that its group may
    ///   suffice.
    package init(connectingTo path: String, errno: Int32, mayOperate: Bool = false) {
        let service = "screensd at \(path)"
        switch errno {
        case EACCES, EPERM:
            let operators =
                "; the group \(ClientRights.operating.group) may set power, brightness, and contents of the "
                + "configuration"
            self.init(
                .permissionDenied, .noPermission,
                "no permission to connect to \(service): \(Self.remedy(forAccessTo: path))"
                    + (mayOperate ? operators : ""))
        case ETIMEDOUT:
            self.init(
                .timeout, .unavailable,
                "\(service) does not accept connections; `systemctl restart screensd` restarts it")
        case ENAMETOOLONG:
            self.init(.invalidCall, .usage, "cannot connect to \(path): the path of a socket has 1 to 107 bytes")
        case EPROTOTYPE:
            self.init(
                .badProtocol, .badProtocol, "the program at \(path) is not screensd: its socket is not a stream socket")
        default: self.init(.system, .unavailable, "cannot connect to \(service): \(SystemError.text(of: errno))")
        }
    }

    /// Creates the error of a read or a write that failed.
    package init(talkingTo path: String, errno: Int32) {
        if errno == EPIPE {
            self.init(.disconnected, .unavailable, "screensd at \(path) has closed the connection; \(Self.journal)")
        } else {
            self.init(.system, .system, "the connection to screensd at \(path) failed: \(SystemError.text(of: errno))")
        }
    }

    /// Creates the error of an answer that did not come in time.
    package init(silenceAt path: String, after limit: Duration) {
        let seconds = limit.formatted
        self.init(
            .timeout, .unavailable,
            "screensd at \(path) has not answered for \(seconds) s; \(Self.journal), and `systemctl restart "
                + "screensd` restarts it"
        )
    }

    /// Creates the error of a peer that violated the protocol, or has ended.
    package init(_ reason: CutReason, at path: String) {
        if reason.isEnd {
            self.init(.disconnected, .unavailable, "screensd at \(path) ended before it answered; \(Self.journal)")
        } else {
            self.init(
                .badProtocol, .badProtocol, "the program at \(path) does not use the protocol of screensd: \(reason)")
        }
    }

    /// Creates the error of a daemon that has answered, but has ended when more answers were due.
    package init(endOfDaemonAt path: String) {
        self.init(.disconnected, .unavailable, "screensd at \(path) has ended; \(Self.journal)")
    }

    /// Creates the error of a call on a connection that serves no further call: an earlier call was not answered in
    /// time, or the connection serves events or a lease.
    init(spentConnectionTo path: String) {
        self.init(
            .disconnected, .unavailable,
            "this connection to screensd at \(path) serves no further call: connect again for the next one")
    }

    /// Creates the error of an answer that the interface does not declare.
    package init(answerAt path: String, to method: String, _ problem: String) {
        self.init(
            .badProtocol, .badProtocol,
            "the program at \(path) does not answer \(method) as this version of screensd does: \(problem)")
    }

    private static let journal = "`journalctl -u screensd` shows why"

    /// Returns a remedy that names the users who may open the socket, or its folder.
    private static func remedy(forAccessTo path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 || stat(FolderListing.folder(of: path), &status) == 0 else {
            return "only root and the group screens-admin may"
        }
        guard status.st_mode & S_IWGRP != 0 || status.st_mode & S_IXGRP != 0, status.st_gid != 0,
            let group = groupName(status.st_gid)
        else { return "only root may" }
        return
            "only root and the group \(group) may; `sudo usermod -aG \(group) $USER` adds you to it at the next login"
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
    /// Whether the service has ended without violating the protocol.
    var isEnd: Bool {
        switch self {
        case .unansweredCalls, .truncatedMessage: true
        default: false
        }
    }
}

extension Duration {
    /// The seconds, with the decimals that they need: `10`, `0.05`.
    fileprivate var formatted: String {
        let (seconds, attoseconds) = components
        return (Double(seconds) + Double(attoseconds) / 1e18).text(places: 3)
    }
}

/// Errors that the daemon answers with.
extension DaemonError {
    /// - Parameters:
    ///   - method: the name without the interface.
    ///   - path: the path of the daemon's socket, for errors that are not of the interface.
    package init(_ error: VarlinkError, of method: String, at path: String) {
        let own = ManagerInterface.name + "."
        let service = "org.varlink.service."
        if error.name.hasPrefix(own) {
            let name = String(error.name.dropFirst(own.count))
            self.init(.refused, Self.manager(name, error), refusal: name)
        } else if error.name.hasPrefix(service) {
            let name = String(error.name.dropFirst(service.count))
            self.init(Self.code(ofService: name), Self.service(name, error, method, path))
        } else {
            self.init(.badProtocol, Self.unknown(error))
        }
    }

    /// Returns the failure for an error of `screens.Manager`.
    private static func manager(_ name: String, _ error: VarlinkError) -> Failure {
        switch name {
        case "NoSuchScreen":
            return Failure(.noSuchScreen, "no screen is named \(error.text("screen"))\(error.remedy)")
        case "AmbiguousScreen":
            return Failure(severalNamed: error.text("screen"), error.texts("candidates"))
        case "InvalidValue":
            return Failure(.usage, "\(error.text("parameter")): \(error.text("message"))\(error.remedy)")
        case "Unreadable": return unreadable(error)
        case "NotPermitted": return Failure(.noPermission, error.text("message") + error.remedy)
        case "BrokenConfiguration":
            let problems = error.texts("problems").joined(separator: "; ")
            return Failure(
                .badConfiguration,
                "the configuration has problems: unknown keys are ignored alone, and instead of a file with any other "
                    + "problem its last text without one counts: \(problems)")
        case "NothingToAdopt":
            return Failure(
                .noInput, "no saved settings belong to '\(error.text("identity"))'\(error.remedy)")
        case "NothingToConfirm":
            return Failure(
                .unavailable,
                "\(error.text("screen")) has no settings to confirm: they are confirmed already, or the former "
                    + "settings are restored"
            )
        case "Failed": return failed(error)
        default: return unknown(error)
        }
    }

    /// Returns the failure with the same status as without the daemon.
    private static func unreadable(_ error: VarlinkError) -> Failure {
        let reason = error.parameters["reason"]?.string.flatMap(UnreadableReason.init)
        return Failure(
            reason?.status ?? .noInput, "screensd cannot show it: \(error.text("message"))\(error.remedy)")
    }

    /// Returns the failure with the same status as without the daemon.
    private static func failed(_ error: VarlinkError) -> Failure {
        let status: ExitStatus =
            switch error.parameters["errno"]?.int.flatMap(Int32.init(exactly:)) {
            case EBUSY: .busy
            // The driver refuses.
            case nil, EINVAL, ENODEV, ENXIO, ERANGE, ENOSPC, EOPNOTSUPP, ENOENT: .unavailable
            default: .system
            }
        return Failure(status, error.text("message") + error.remedy)
    }

    private static func code(ofService name: String) -> Code {
        switch name {
        case "MethodNotFound", "MethodNotImplemented", "InvalidParameter", "ExpectedMore": .unsupported
        case "PermissionDenied": .permissionDenied
        default: .badProtocol
        }
    }

    /// Returns the failure for an error that every varlink service has.
    private static func service(_ name: String, _ error: VarlinkError, _ method: String, _ path: String) -> Failure {
        switch name {
        case "InterfaceNotFound":
            return Failure(
                .badProtocol, "the program at \(path) is not screensd: it does not know \(ManagerInterface.name)")
        case "MethodNotFound", "MethodNotImplemented":
            return Failure(
                .unavailable,
                "the daemon is older than this command: it does not know \(method); `systemctl restart screensd` "
                    + "starts the new one"
            )
        case "InvalidParameter":
            return Failure(
                .unavailable,
                "the daemon and this command are of different versions: \(method) does not accept the parameter "
                    + "`\(error.text("parameter"))`"
            )
        case "ExpectedMore":
            return Failure(
                .badProtocol,
                "the daemon and this command are of different versions: \(method) expects a call with `more`"
            )
        case "PermissionDenied":
            // Daemons of other programs, and of the version before, do not say which right is missing.
            guard error.parameters["message"]?.string != nil else {
                return Failure(.noPermission, "\(path) is not the socket for \(method), which needs more rights")
            }
            return Failure(.noPermission, error.text("message") + error.remedy)
        default: return unknown(error)
        }
    }

    private static func unknown(_ error: VarlinkError) -> Failure {
        Failure(.badProtocol, "screensd answers with an unknown error: \(error.description.quoted)")
    }
}

extension VarlinkError {
    fileprivate func text(_ name: String) -> String { parameters[name]?.string?.quoted ?? "?" }

    /// The remedy as it follows the message; empty if the error has no remedy.
    fileprivate var remedy: String { parameters["remedy"]?.string.map { "; \($0.quoted)" } ?? "" }

    fileprivate func texts(_ name: String) -> [String] {
        (parameters[name]?.array ?? []).prefix(50).map { $0.string?.quoted ?? "?" }
    }
}

extension String {
    /// The text of another program as it is printed: without control characters, and of limited length.
    fileprivate var quoted: String { shortened(to: 1000).printable }
}
