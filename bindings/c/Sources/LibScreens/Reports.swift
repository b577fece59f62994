import CScreens
import Screens

/// Carries out the body of a call, and reports its error.
func report(_ body: () throws(ScreenError) -> Int) -> Int32 {
    do {
        return Int32(clamping: try body())
    } catch {
        setError(error.description)
        return Int32(error.number)
    }
}

/// Carries out the body of a call on a kit.
func call(_ pointer: OpaquePointer?, _ body: (Kit) throws(ScreenError) -> Int) -> Int32 {
    report { () throws(ScreenError) in try KitTable.call(pointer, body) }
}

/// Sets the text that `screens_error` returns on this thread.
func setError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { cscreens_set_error($0.baseAddress, $0.count) }
    }
}

extension ScreenError.Code {
    /// The error of a call that would wait for the function that makes it.
    static let inCallback = ScreenError.Code(rawValue: "inCallback")
    /// The error of a call on a stopped kit.
    static let stopped = ScreenError.Code(rawValue: "stopped")
}

extension ScreenError {
    /// The error's number in screens.h.
    fileprivate var number: Int {
        switch code {
        case .noSuchScreen, .ambiguousScreen: SCREENS_ERROR_NO_SUCH_SCREEN
        case .noCard, .cardLost: SCREENS_ERROR_NO_CARD
        case .busy: SCREENS_ERROR_BUSY
        case .permissionDenied: SCREENS_ERROR_PERMISSION_DENIED
        case .modeRefused: SCREENS_ERROR_MODE_REFUSED
        case .dark: SCREENS_ERROR_DARK
        case .unsupported: SCREENS_ERROR_UNSUPPORTED
        case .invalidArgument: SCREENS_ERROR_INVALID_ARGUMENT
        case .inCallback: SCREENS_ERROR_IN_CALLBACK
        case .stopped: SCREENS_ERROR_STOPPED
        default: SCREENS_ERROR_SYSTEM
        }
    }
}

/// The functions of the program that this thread is in, and that some calls would wait for.
enum ProgramFunctions {
    enum Kind {
        case draw, event

        fileprivate var bit: Int32 { Int32(self == .draw ? CSCREENS_DRAW : CSCREENS_EVENT) }
    }

    static func inside(_ kind: Kind, _ body: () -> Void) {
        cscreens_enter(kind.bit)
        body()
        cscreens_leave(kind.bit)
    }

    /// - Throws: ``ScreenError`` in the draw function, because a waiting call could wait for its end.
    static func mayWait(_ operation: String) throws(ScreenError) {
        guard cscreens_functions() & Kind.draw.bit != 0 else { return }
        throw ScreenError(
            .inCallback, operation: operation, object: "in the draw function",
            remedy: "call it on another thread, which may wait for that function")
    }

    /// - Throws: ``ScreenError`` in every function, because the call would end its caller.
    static func mayEnd(_ operation: String) throws(ScreenError) {
        guard cscreens_functions() != 0 else { return }
        throw ScreenError(
            .inCallback, operation: operation, object: "in a function that the kit calls",
            remedy: "call screens_quit() there, and screens_stop() when screens_run() has returned")
    }
}
