import CScreensLinux
import Glibc

/// A process, and no later one that has its number: a pidfd.
package final class ProcessHandle: Sendable {
    /// The number of the process; another one may have it once this one was waited for.
    package let processID: Int32
    private let file: OwnedDescriptor

    /// The corresponding C function is `pidfd_open`.
    ///
    /// - Parameter processID: of a process that is not waited for meanwhile.
    /// - Throws: ``SystemError`` with `ESRCH` where there is none, with `ENOSYS` before Linux 5.3.
    init(_ processID: Int32) throws(SystemError) {
        let descriptor = clinux_open_process(processID)
        guard descriptor >= 0 else {
            throw SystemError(call: "pidfd_open", object: "process \(processID)", errno: errno)
        }
        self.processID = processID
        file = OwnedDescriptor(adopting: descriptor)
    }

    /// Readable when it has ended.
    var descriptor: Int32 { file.rawValue }

    /// Sends a signal; one that has ended gets none. It may be called on any thread. The corresponding C function is
    /// `pidfd_send_signal`.
    package func send(_ signal: Int32) {
        _ = clinux_signal_process(file.rawValue, signal)
    }
}
