import ScreensLinux

/// A failed call to the kernel's mode-setting interface.
package struct KMSError: Error, Hashable, CustomStringConvertible {
    /// The libdrm function or ioctl, by its C name.
    package let call: String
    /// The object of the call: a device's path, `CRTC 52`, `plane 31`.
    package let object: String
    /// The kernel's error number.
    package let errno: Int32

    /// Makes a failure of `call` with an error number.
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
    /// Makes the error of a failed system call.
    package init(_ error: SystemError) {
        self.init(call: error.call, object: error.object, errno: error.errno)
    }
}
