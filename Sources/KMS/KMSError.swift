import Linux

/// A call to the kernel's mode-setting interface that failed.
public struct KMSError: Error, Hashable, CustomStringConvertible {
    /// The libdrm function or ioctl, by its C name.
    public let call: String
    /// What it was called on: a device's path, `CRTC 52`, `plane 31`.
    public let object: String
    /// The kernel's error number.
    public let errno: Int32

    public init(call: String, object: String, errno: Int32) {
        self.call = call
        self.object = object
        self.errno = errno
    }

    public var description: String {
        "\(call) on \(object): \(SystemError.text(of: errno))"
    }
}

extension KMSError {
    /// A failed call of the system.
    package init(_ error: SystemError) {
        self.init(call: error.call, object: error.object, errno: error.errno)
    }
}
