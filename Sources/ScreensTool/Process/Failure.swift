import Screens

/// Why the program ends early: one line for standard error, and a status.
struct Failure: Error, Sendable, Hashable {
    let status: ExitStatus
    /// Without the program's name before it.
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ error: ScreenError) {
        let text = "cannot \(error.description)"
        self.init(ExitStatus(error.code), text)
    }

    /// The reader of standard output has gone, as with `screens list | head -1`: nothing to complain about.
    static let readerGone = Failure(.success, "")
}
