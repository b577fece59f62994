import Screens
import ScreensLinux

extension Failure {
    /// Creates the failure of a program that ends with an error of the library.
    package init(_ error: ScreenError) {
        self.init(ExitStatus(error.code), error.description)
    }
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
