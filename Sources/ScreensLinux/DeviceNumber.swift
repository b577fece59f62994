import CScreensLinux
import Glibc

/// The number of a character device: two nodes with one number are one device, whatever their paths.
package struct DeviceNumber: Sendable, Hashable {
    /// The number in the form of the kernel's calls (`dev_t`).
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Makes the device number of a file; nil if it is not a character device.
    package init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFCHR else { return nil }
        rawValue = UInt64(status.st_rdev)
    }

    /// Makes the device number of the node at a path; nil if there is none. The corresponding C functions are `stat`
    /// and `lstat`.
    package init?(at path: String, followingLink: Bool = true) {
        var status = stat()
        guard (followingLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// Makes the device number of an open file; nil if it is not a device. The corresponding C function is `fstat`.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The number of the driver's class of devices, 226 for graphics. The corresponding C macro is `major`.
    package var major: UInt64 { rawValue >> 8 & 0xFFF | rawValue >> 32 & ~0xFFF }

    /// The number among the devices of that class. The corresponding C macro is `minor`.
    package var minor: UInt64 { rawValue & 0xFF | rawValue >> 12 & 0xFFFF_FF00 }

    /// Whether the node sets modes, like `/dev/dri/card0`, and does not only draw.
    package var isCard: Bool { major == UInt64(CLINUX_GRAPHICS) && minor < UInt64(CLINUX_CARDS) }
}

/// The open files of a process, as far as `/proc` shows them to this user.
package struct OpenFiles: Sendable {
    /// The paths of its descriptors; empty if they cannot be listed.
    private let descriptors: [String]

    package init(of process: Int32) {
        let folder = "/proc/\(process)/fd"
        descriptors = SystemFile.names(in: folder).map { "\(folder)/\($0)" }
    }

    /// Whether nothing is known about the process.
    package var isUnknown: Bool { descriptors.isEmpty }

    /// Whether a device is open.
    ///
    /// A service with a mount namespace of its own has another path for the node, but the same name and device. Files
    /// with other names are not examined: they may be on a share that hangs.
    ///
    /// - Parameter path: the path of the device's node in this process.
    package func contain(_ device: DeviceNumber, at path: String) -> Bool {
        let name = path.split(separator: "/").last
        return descriptors.contains { descriptor in
            SymbolicLink.target(of: descriptor)?.split(separator: "/").last == name
                && DeviceNumber(at: descriptor) == device
        }
    }
}
