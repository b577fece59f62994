import Screens

/// How the program ends, in the numbers of `sysexits.h`.
struct ExitStatus: Sendable, Hashable, RawRepresentable {
    let rawValue: Int32

    static let success = ExitStatus(rawValue: 0)
    /// Called wrongly (`EX_USAGE`).
    static let usage = ExitStatus(rawValue: 64)
    /// No screen has that name (`EX_NOINPUT`).
    static let noSuchScreen = ExitStatus(rawValue: 66)
    /// No card or display, or none that can be used (`EX_UNAVAILABLE`).
    static let unavailable = ExitStatus(rawValue: 69)
    /// The system gave up on us (`EX_OSERR`).
    static let system = ExitStatus(rawValue: 71)
    /// A file cannot be made (`EX_CANTCREAT`).
    static let cannotCreate = ExitStatus(rawValue: 73)
    /// What was to be printed could not be (`EX_IOERR`).
    static let cannotWrite = ExitStatus(rawValue: 74)
    /// Another program uses the card: it may work later (`EX_TEMPFAIL`).
    static let busy = ExitStatus(rawValue: 75)
    /// The system does not let this user (`EX_NOPERM`).
    static let noPermission = ExitStatus(rawValue: 77)
}

extension ExitStatus {
    /// The status that an error of the library ends the program with.
    init(_ code: ScreenError.Code) {
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
