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
