/// Fences that other programs pass: open files that become readable once a device has finished its work (`sync_file`).
package enum SyncFile {
    /// Returns whether an open file is a fence.
    ///
    /// No call is made on the file itself, which could block: the kernel names each open file in `/proc/self/fd`, and a
    /// file with a path begins with a slash there.
    package static func isOne(_ descriptor: Int32) -> Bool {
        SymbolicLink.target(of: "/proc/self/fd/\(descriptor)") == "anon_inode:sync_file"
    }
}
