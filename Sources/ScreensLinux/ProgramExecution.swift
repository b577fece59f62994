import CScreensLinux

/// The permission of a thread to execute programs.
package enum ProgramExecution {
    /// Gives it up for good, in the calling thread and in all threads and processes that it starts: their calls of
    /// `execve` and `execveat` fail with `EPERM`. The corresponding C function is `prctl` with
    /// `PR_SET_SECCOMP`.
    package static func forbid() throws(SystemError) {
        let error = clinux_forbid_execution()
        guard error == 0 else { throw SystemError(call: "prctl", object: "PR_SET_SECCOMP", errno: error) }
    }
}
