/// The mounted file systems that this process sees. Reading the table touches none of them.
package struct MountTable: Sendable {
    /// The most bytes of the table: some hundred for each mount.
    private static let limit = 1 << 22

    private struct Mount: Sendable {
        let number: String
        let path: String
        let device: String
    }

    private let mounts: [Mount]

    /// Reads the table as it is now, from `/proc/self/mountinfo`.
    package init() {
        self.init(String(decoding: SystemFile.bytes("/proc/self/mountinfo", atMost: Self.limit) ?? [], as: UTF8.self))
    }

    /// - Parameter text: the table, in the format of `/proc/self/mountinfo`.
    init(_ text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            guard fields.count == 6 else { return nil }
            return Mount(number: String(fields[0]), path: Self.path(fields[4]), device: String(fields[2]))
        }
    }

    /// The number of the file system at a path without links, such as `0:51`; empty if it is unknown.
    ///
    /// Mounts of one file system at several places have the same number.
    package func device(of path: String) -> String {
        var (longest, device) = (-1, "")
        // A later mount at the same path hides an earlier one.
        for mount in mounts where mount.path.utf8.count >= longest && Self.contains(mount.path, path) {
            (longest, device) = (mount.path.utf8.count, mount.device)
        }
        return device
    }

    /// The number of the file system of a mount, by the mount's own number; empty if it is unknown.
    package func device(ofMount number: Substring?) -> String {
        mounts.first { $0.number == number.map(String.init) }?.device ?? ""
    }

    private static func contains(_ folder: String, _ path: String) -> Bool {
        folder == "/" || path == folder || path.hasPrefix(folder + "/")
    }

    /// Decodes a path, in which spaces, tabs, line ends and backslashes are octal numbers, as in `\040`.
    private static func path(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
