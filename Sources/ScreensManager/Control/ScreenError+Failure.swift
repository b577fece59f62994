import Screens
import ScreensLinux

extension ScreenError: FailureSource {
    package var failure: Failure { Failure(ExitStatus(code), description) }
}

extension ExitStatus {
    /// Creates the exit status of a program that ends with an error of the library.
    package init(_ code: ScreenError.Code) {
        switch code {
        case .noSuchScreen: self = .noSuchScreen
        // Several screens have the name.
        case .ambiguousScreen, .invalidArgument: self = .usage
        case .noCard, .cardLost, .modeRefused, .dark, .unsupported: self = .unavailable
        case .busy: self = .busy
        case .permissionDenied: self = .noPermission
        default: self = .system
        }
    }
}
