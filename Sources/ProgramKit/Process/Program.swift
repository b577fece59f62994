import Glibc

/// Standard input, output and error.
package enum StandardDescriptors {
    /// Puts something in the place of those that the program was started without: else the next file that is opened, a
    /// card perhaps, would be taken for one of them.
    ///
    /// Each is opened the wrong way round, so that its use is still the error that it was.
    package static func fill() {
        for (descriptor, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", flags)
        }
    }
}

/// Which version of the programs this is.
package enum ProgramVersion {
    /// What `--version` prints, and what the daemon says to its clients.
    package static let current = "1"
}
