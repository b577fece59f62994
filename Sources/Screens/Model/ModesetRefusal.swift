import struct ScreensLinux.SystemError

/// A mode that the driver refused, with the attempts that were made; or a mode that was put behind the others because
/// it cannot fit.
struct ModesetRefusal: Sendable, Hashable {
    let mode: ScreenMode
    /// The kernel's error number for the first variant.
    let errno: Int32?
    /// The state of the system that explains it, as a clause for people.
    let circumstances: String?
    /// The fallbacks that were tried, each as a clause such as `on CRTC 1`.
    let fallbacks: [String]

    init(_ mode: ScreenMode, errno: Int32? = nil, circumstances: String? = nil, fallbacks: [String] = []) {
        self.mode = mode
        self.errno = errno
        self.circumstances = circumstances
        self.fallbacks = fallbacks
    }
}

extension ModesetRefusal: CustomStringConvertible {
    /// The refusal as a clause for people.
    var clause: String {
        if errno == nil, let circumstances { return "\(mode) is tried last: \(circumstances)" }
        return "the driver refuses \(self)"
    }

    /// The mode, the error, and what was tried, for people.
    var description: String {
        let also = fallbacks.isEmpty ? nil : "also \(fallbacks.joined(separator: ", "))"
        let cause = [errno.map(SystemError.text), circumstances, also]
        let text = cause.compactMap(\.self).joined(separator: "; ")
        return text.isEmpty ? mode.description : "\(mode) (\(text))"
    }
}
