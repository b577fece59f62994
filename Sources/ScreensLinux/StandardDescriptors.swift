import Glibc

/// Standard input, output and error.
package enum StandardDescriptors {
    /// Opens `/dev/null` for each standard descriptor that the program was started without. Otherwise the next opened
    /// file, perhaps a card, would get its number.
    ///
    /// Each is opened in the wrong direction, so that using it stays an error.
    package static func fill() {
        for (descriptor, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", flags)
        }
    }
}
