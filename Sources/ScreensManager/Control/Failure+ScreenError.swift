import Screens
import ScreensLinux

extension Failure {
    /// An error of the library that ends a program.
    package init(_ error: ScreenError) {
        self.init(ExitStatus(error.code), error.description)
    }
}

extension ExitStatus {
    /// The status that an error of the library ends the program with.
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
