import Screens

/// Why the program ends early: one line for standard error, and a status.
package struct Failure: Error, Sendable, Hashable {
    package let status: ExitStatus
    /// Without the program's name before it.
    package let message: String

    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    package init(_ error: ScreenError) {
        let text = "cannot \(error.description)"
        self.init(ExitStatus(error.code), text)
    }

    /// The reader of standard output has gone, as with `screens list | head -1`: nothing to complain about.
    package static let readerGone = Failure(.success, "")
}

/// How the program ends, in the numbers of `sysexits.h`.
package struct ExitStatus: Sendable, Hashable, RawRepresentable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let success = ExitStatus(rawValue: 0)
    /// Called wrongly (`EX_USAGE`).
    package static let usage = ExitStatus(rawValue: 64)
    /// No screen has that name (`EX_NOINPUT`).
    package static let noSuchScreen = ExitStatus(rawValue: 66)
    /// No card or display, or none that can be used (`EX_UNAVAILABLE`).
    package static let unavailable = ExitStatus(rawValue: 69)
    /// The system gave up on us (`EX_OSERR`).
    package static let system = ExitStatus(rawValue: 71)
    /// A file cannot be made (`EX_CANTCREAT`).
    package static let cannotCreate = ExitStatus(rawValue: 73)
    /// What was to be printed could not be (`EX_IOERR`).
    package static let cannotWrite = ExitStatus(rawValue: 74)
    /// Another program uses the card: it may work later (`EX_TEMPFAIL`).
    package static let busy = ExitStatus(rawValue: 75)
    /// The system does not let this user (`EX_NOPERM`).
    package static let noPermission = ExitStatus(rawValue: 77)
}

extension ExitStatus {
    /// The status that an error of the library ends the program with.
    package init(_ code: ScreenError.Code) {
        switch code {
        case .noSuchScreen: self = .noSuchScreen
        // The screens are there; the name does not say which.
        case .ambiguousScreen, .invalidArgument: self = .usage
        case .noCard, .cardLost, .modeRefused, .dark, .unsupported: self = .unavailable
        case .busy: self = .busy
        case .permissionDenied: self = .noPermission
        default: self = .system
        }
    }
}

/// How the program ends where who answers it is at fault.
extension ExitStatus {
    /// It does not keep to the protocol, or is somebody else (`EX_PROTOCOL`).
    package static let badProtocol = ExitStatus(rawValue: 76)
}

/// How the program ends where something that it is to read is at fault.
extension ExitStatus {
    /// The bytes are no EDID or no picture (`EX_DATAERR`).
    package static let badData = ExitStatus(rawValue: 65)
    /// A file is not there, or is nothing that can be read (`EX_NOINPUT`).
    package static let noInput = ExitStatus(rawValue: 66)
    /// A file is there, and reading it fails (`EX_IOERR`).
    package static let cannotRead = ExitStatus(rawValue: 74)
    /// A configuration has mistakes (`EX_CONFIG`).
    package static let badConfiguration = ExitStatus(rawValue: 78)
}
