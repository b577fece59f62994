import CScreensLinux
import Glibc

/// A process, and never a later one with the same number: a pidfd.
package final class ProcessHandle: Sendable {
    /// The number of the process; after the process was waited for, another one may have it.
    package let processID: Int32
    private let file: OwnedDescriptor

    /// The corresponding C function is `pidfd_open`.
    ///
    /// - Parameter processID: the number of a process that is not waited for meanwhile.
    /// - Throws: ``SystemError`` with `ESRCH` if there is none, and with `ENOSYS` before Linux 5.3.
    init(_ processID: Int32) throws(SystemError) {
        let descriptor = clinux_open_process(processID)
        guard descriptor >= 0 else {
            throw SystemError(call: "pidfd_open", object: "process \(processID)", errno: errno)
        }
        self.processID = processID
        file = OwnedDescriptor(adopting: descriptor)
    }

    /// The descriptor that is readable when the process has ended.
    var descriptor: Int32 { file.rawValue }

    /// Sends a signal, unless the process has ended. It may be called on any thread. The corresponding C function is
    /// `pidfd_send_signal`.
    package func send(_ signal: Int32) {
        _ = clinux_signal_process(file.rawValue, signal)
    }
}
