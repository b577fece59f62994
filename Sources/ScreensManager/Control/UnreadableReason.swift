import ScreensLinux

/// Why the daemon cannot read a picture or a folder: the parameter `reason` of the error `Unreadable`.
///
/// A command that reads the file itself ends with the same status.
package enum UnreadableReason: String, Sendable, Hashable, CaseIterable {
    /// Nothing has the path, or it is of another kind.
    case missing
    /// The daemon's user may not read it.
    case forbidden
    /// It is not a picture, or too large.
    case invalid
    /// Reading an existing file fails.
    case failed
    /// It is not read in time, or too many others are being read.
    case unavailable
    /// The system has no means left to read it.
    case system

    /// The reason of a failed reading.
    package init(_ failure: Failure) {
        self = Self.allCases.first { $0.status == failure.status } ?? .system
    }

    /// The exit status of a command.
    package var status: ExitStatus {
        switch self {
        case .missing: .noInput
        case .forbidden: .noPermission
        case .invalid: .badData
        case .failed: .cannotRead
        case .unavailable: .unavailable
        case .system: .system
        }
    }

    /// The remedy, for people; nil where the reason itself says it.
    ///
    /// - Parameter cause: of the failed reading.
    package func remedy(for path: String, after cause: String? = nil) -> String? {
        switch self {
        // It is seen, wherever it is.
        case .missing where cause == InputFile.irregularity: "only PNG and JPEG files are shown"
        case .missing where Self.isHidden(path), .forbidden where Self.isHidden(path):
            "the service has no access to home folders and /tmp: move the file to /srv"
        case .missing: "put a picture there, or name another one"
        case .forbidden: "let the user of the daemon read it, and enter its folders"
        case .invalid:
            "PNG and JPEG files are shown, of at most 16384 pixels a side, and of as many megapixels as the key `largest-picture` in the section [daemon] of the configuration has"
        case .unavailable: "try again later"
        case .failed, .system: nil
        }
    }

    /// Whether a folder is one that a service does not see: such a folder is empty for it, or closed.
    package static func isHidden(_ path: String) -> Bool {
        ["/home/", "/root/", "/tmp/", "/var/tmp/", "/run/user/"].contains { path.hasPrefix($0) }
    }
}
