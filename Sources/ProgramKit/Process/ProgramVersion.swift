/// Which version of the programs this is.
package enum ProgramVersion {
    /// What `--version` prints, and what the daemon says to its clients.
    package static let current = "1"
}
