import Screens

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
