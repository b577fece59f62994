import Glibc

/// A call to libudev that failed.
public struct UdevError: Error, Hashable, CustomStringConvertible {
    /// The libudev function by its C name.
    public let call: String
    /// The system's error number.
    public let errno: Int32

    public var description: String { "\(call): \(String(cString: strerror(errno)))" }
}
