import CScreensLinux

/// The permission of other processes to trace this one.
package enum ProcessTracing {
    /// Forbids it for good to other processes of this user: none of them reads or changes the memory of this process,
    /// or takes its descriptors. This process writes no core dump from then on. A program that it executes can be
    /// traced. The corresponding C function is `prctl` with `PR_SET_DUMPABLE`.
    package static func forbid() {
        clinux_forbid_tracing()
    }
}
