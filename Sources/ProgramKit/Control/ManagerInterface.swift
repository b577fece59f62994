/// The varlink interface of the daemon.
package enum ManagerInterface {
    package static let name = "screens.Manager"
    /// The socket at which the daemon listens by default.
    package static let socketPath = "/run/screens/screens.Manager"

    /// Why a number of seconds to confirm settings, or to show labels, is not accepted; nil where it is.
    package static func secondsProblem(_ seconds: some BinaryInteger) -> String? {
        (1...3600).contains(seconds) ? nil : "must be 1 to 3600"
    }

    /// The text of `screens.Manager.varlink`: the definition without the types of settings, which the module of these adds.
    package static let definitionWithoutSettings =
        String(decoding: PackageResources.screens_Manager_varlink, as: UTF8.self)
}

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

    /// Whether the folder may be one that a service does not see: such a folder is empty for it, or closed.
    package var mayBeHidden: Bool { self == .missing || self == .forbidden }
}
