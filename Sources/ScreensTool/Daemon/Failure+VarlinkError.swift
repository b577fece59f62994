import Glibc
import ProgramKit
import Varlink

/// What a call has failed with.
extension Failure {
    /// - Parameters:
    ///   - method: without its interface.
    ///   - path: where the daemon listens, for what is not of its interface.
    init(_ error: VarlinkError, of method: String, at path: String) {
        let own = ManagerInterface.name + "."
        let service = "org.varlink.service."
        if error.name.hasPrefix(own) {
            self = Self.manager(String(error.name.dropFirst(own.count)), error)
        } else if error.name.hasPrefix(service) {
            self = Self.service(String(error.name.dropFirst(service.count)), error, method, path)
        } else {
            self = Self.unknown(error)
        }
    }

    /// The errors of `screens.Manager`.
    private static func manager(_ name: String, _ error: VarlinkError) -> Failure {
        switch name {
        case "NoSuchScreen":
            return Failure(
                .noSuchScreen, "there is no screen \(error.text("screen")); `screens list --all` names them all")
        case "AmbiguousScreen":
            let names = error.texts("candidates").joined(separator: ", ")
            return Failure(.usage, "several screens are named \(error.text("screen")): say which of \(names)")
        case "InvalidValue": return Failure(.usage, "\(error.text("parameter")): \(error.text("message"))")
        case "Unreadable":
            let path = error.text("path")
            let isHidden = ["/home/", "/root/", "/tmp/", "/var/tmp/", "/run/user/"].contains { path.hasPrefix($0) }
            let remedy = isHidden ? "; the service sees neither homes nor /tmp: put it under /srv" : ""
            return Failure(.noInput, "screensd cannot show it: \(error.text("message"))\(remedy)")
        case "NotPermitted": return Failure(.noPermission, error.text("message"))
        case "BrokenConfiguration":
            let mistakes = error.texts("mistakes").joined(separator: "; ")
            return Failure(.badConfiguration, "the configuration has mistakes, and the former one stays: \(mistakes)")
        case "NothingToConfirm":
            return Failure(
                .unavailable,
                "\(error.text("screen")) has no mode that waits to be confirmed: it was before, or the former one is back"
            )
        case "Failed": return failed(error)
        default: return unknown(error)
        }
    }

    /// As the commands end that ask the kernel themselves.
    private static func failed(_ error: VarlinkError) -> Failure {
        let status: ExitStatus =
            switch error.parameters["errno"]?.int.flatMap(Int32.init(exactly:)) {
            case EBUSY: .busy
            // What a driver says of what it does not want or have.
            case nil, EINVAL, ENODEV, ENXIO, ERANGE, ENOSPC, EOPNOTSUPP, ENOENT: .unavailable
            default: .system
            }
        return Failure(status, error.text("message"))
    }

    /// The errors of every service.
    private static func service(_ name: String, _ error: VarlinkError, _ method: String, _ path: String) -> Failure {
        switch name {
        case "InterfaceNotFound":
            return Failure(
                .badProtocol, "what listens at \(path) is not screensd: it does not know \(ManagerInterface.name)")
        case "MethodNotFound", "MethodNotImplemented":
            return Failure(
                .unavailable,
                "the daemon is older than this command: it does not know \(method); `systemctl restart screensd` starts the new one"
            )
        case "InvalidParameter":
            return Failure(
                .unavailable,
                "the daemon is of another version than this command: \(method) does not take this `\(error.text("parameter"))`"
            )
        case "ExpectedMore":
            return Failure(.badProtocol, "the daemon is of another version than this command: \(method) wants more")
        case "PermissionDenied": return Failure(.noPermission, "screensd does not let you call \(method)")
        default: return unknown(error)
        }
    }

    private static func unknown(_ error: VarlinkError) -> Failure {
        Failure(.badProtocol, "screensd gives an error that this command does not know: \(error.description.told)")
    }
}

extension VarlinkError {
    fileprivate func text(_ name: String) -> String { parameters[name]?.string?.told ?? "?" }

    fileprivate func texts(_ name: String) -> [String] {
        (parameters[name]?.array ?? []).prefix(50).map { $0.string?.told ?? "?" }
    }
}

extension String {
    /// As what others say is printed: nothing in it moves a cursor, and it is not without end.
    fileprivate var told: String {
        let limit = 1000
        return unicodeScalars.count > limit ? String(unicodeScalars.prefix(limit)).printable + "…" : printable
    }
}
