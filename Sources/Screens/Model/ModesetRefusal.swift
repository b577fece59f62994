import Linux

/// A mode that the driver refused, and how it was tried.
struct ModesetRefusal: Sendable, Hashable {
    let mode: ScreenMode
    /// The kernel's error number for the first way.
    let errno: Int32?
    /// The further ways, each as a clause such as `on CRTC 1`.
    let ways: [String]

    init(_ mode: ScreenMode, errno: Int32? = nil, ways: [String] = []) {
        self.mode = mode
        self.errno = errno
        self.ways = ways
    }
}

extension ModesetRefusal: CustomStringConvertible {
    /// The mode, the error, and what was tried, for people.
    var description: String {
        let cause = [errno.map(SystemError.text), ways.isEmpty ? nil : "also \(ways.joined(separator: ", "))"]
        let text = cause.compactMap(\.self).joined(separator: "; ")
        return text.isEmpty ? mode.description : "\(mode) (\(text))"
    }
}
