import ScreensLinux

/// Why the daemon cannot read a picture or a folder: the parameter `reason` of the error `Unreadable`.
///
/// A command that reads the file itself ends with the same status.
package enum UnreadableReason: String, Sendable, Hashable, CaseIterable {
    /// Nothing exists at the path, or it is of another kind.
    case missing
    /// The daemon's user may not read it.
    case forbidden
    /// The file is not a picture, or is too large.
    case invalid
    /// An existing file cannot be read.
    case failed
    /// The file was not read in time, or too many others are being read.
    case unavailable
    /// Other pictures and clients use up the memory budget of the daemon now.
    case memory
    /// The system lacks the resources to read it.
    case system

    /// The reason for a failed read.
    package init(_ failure: Failure) {
        self = Self.allCases.first { $0.status == failure.status } ?? .system
    }

    /// The exit status of a command that fails for this reason.
    package var status: ExitStatus {
        switch self {
        case .missing: .noInput
        case .forbidden: .noPermission
        case .invalid: .badData
        case .failed: .cannotRead
        case .unavailable: .unavailable
        case .memory: .busy
        case .system: .system
        }
    }

    /// Returns the remedy, for people; nil if the reason itself says it.
    ///
    /// - Parameter cause: the cause of the failed read.
    package func remedy(for path: String, after cause: String? = nil) -> String? {
        switch self {
        // The service sees the file, wherever it is.
        case .missing where cause == InputFile.irregularity: "only PNG and JPEG files are shown"
        case .missing where Self.isHidden(path), .forbidden where Self.isHidden(path):
            "the service has no access to home folders and /tmp: move the file to /srv"
        case .missing: "put a picture there, or name another one"
        case .forbidden: "let the user of the daemon read it, and enter its folders"
        case .invalid:
            "PNG and JPEG files are shown if a side has at most 16384 pixels, and the keys `largest-picture` and "
                + "`memory` in the section [daemon] of the configuration permit the size of the picture"
        case .unavailable: "try again later"
        case .memory: "use smaller pictures, or raise `memory` in the section [daemon] of the configuration"
        case .failed, .system: nil
        }
    }

    /// Returns whether a path is in a folder that a service does not see: the folder is empty or closed to it.
    package static func isHidden(_ path: String) -> Bool {
        ["/home/", "/root/", "/tmp/", "/var/tmp/", "/run/user/"].contains { path.hasPrefix($0) }
    }
}
