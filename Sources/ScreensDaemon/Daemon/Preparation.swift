import ProgramKit

/// A picture or a folder that somebody waits for, before it is shown.
struct Preparation {
    let path: String
    /// Reads it, which blocks a thread.
    let read: @Sendable () throws(Failure) -> PreparedPicture?
    let caller: CheckedContinuation<Result<PreparedPicture?, Failure>, Never>
}
