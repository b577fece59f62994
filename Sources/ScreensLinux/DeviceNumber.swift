import CScreensLinux
import Glibc

/// The number of a character device: two nodes of one number are one device, whatever their paths.
package struct DeviceNumber: Sendable, Hashable {
    /// As the kernel's calls have it (`dev_t`).
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The device of a file; nil where it is not a character device.
    package init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFCHR else { return nil }
        rawValue = UInt64(status.st_rdev)
    }

    /// The device of the node at a path; nil where there is none. The corresponding C functions are `stat` and `lstat`.
    package init?(at path: String, followingLink: Bool = true) {
        var status = stat()
        guard (followingLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// The device of an open file; nil where it is not one. The corresponding C function is `fstat`.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The number of the driver's kind of devices, 226 for graphics. The corresponding C macro is `major`.
    package var major: UInt64 { rawValue >> 8 & 0xFFF | rawValue >> 32 & ~0xFFF }

    /// The number among the devices of that kind. The corresponding C macro is `minor`.
    package var minor: UInt64 { rawValue & 0xFF | rawValue >> 12 & 0xFFFF_FF00 }

    /// Whether modes are set by it, as by `/dev/dri/card0`, and not only pictures drawn.
    package var isCard: Bool { major == UInt64(CLINUX_GRAPHICS) && minor < UInt64(CLINUX_CARDS) }
}

/// The files that a process has open, as far as `/proc` lets this user see.
package struct OpenFiles: Sendable {
    /// The paths of its descriptors; empty where they cannot be listed.
    private let descriptors: [String]

    package init(of process: Int32) {
        let folder = "/proc/\(process)/fd"
        descriptors = SystemFile.names(in: folder).map { "\(folder)/\($0)" }
    }

    /// Whether nothing can be said about the process.
    package var isUnknown: Bool { descriptors.isEmpty }

    /// Whether a device is open.
    ///
    /// A service with a mount namespace of its own has another path for the node, and the same name and device. Files of other
    /// names are not looked at: they may be on a share that hangs.
    ///
    /// - Parameter path: of the device's node here.
    package func contain(_ device: DeviceNumber, at path: String) -> Bool {
        let name = path.split(separator: "/").last
        return descriptors.contains { descriptor in
            SymbolicLink.target(of: descriptor)?.split(separator: "/").last == name
                && DeviceNumber(at: descriptor) == device
        }
    }
}
