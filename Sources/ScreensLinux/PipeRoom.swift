import Glibc

/// The bytes that wait in a pipe.
package enum PipeRoom {
    /// `F_SETPIPE_SZ`, by number, because it wants _GNU_SOURCE.
    private static let setSize: Int32 = 1031

    /// Makes room in a pipe for so many bytes, as far as the system permits. Other files stay as they are.
    package static func set(_ bytes: Int, of descriptor: Int32) {
        _ = fcntl(descriptor, setSize, Int32(clamping: bytes))
    }
}
