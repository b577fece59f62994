import ScreensLinux

/// A call to the kernel's mode-setting interface that failed.
package struct KMSError: Error, Hashable, CustomStringConvertible {
    /// The libdrm function or ioctl, by its C name.
    package let call: String
    /// The object that it was called on: a device's path, `CRTC 52`, `plane 31`.
    package let object: String
    /// The kernel's error number.
    package let errno: Int32

    /// A failure of `call` with an error number of `errno`.
    package init(call: String, object: String, errno: Int32) {
        self.call = call
        self.object = object
        self.errno = errno
    }

    /// The call, its object and the text of `strerror`.
    package var description: String {
        "\(call) on \(object): \(SystemError.text(of: errno))"
    }
}

extension KMSError {
    /// A failed call of the system.
    package init(_ error: SystemError) {
        self.init(call: error.call, object: error.object, errno: error.errno)
    }
}
