import ScreensLinux

/// The failure of a call to the daemon, or of the connection to it.
public struct DaemonError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error. Later versions may add kinds.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, as in `noDaemon`.
        public let rawValue: String

        /// Creates the kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No daemon listens on the socket. A daemon may start later.
        public static let noDaemon = Code(rawValue: "noDaemon")
        /// The user of this process may not open the socket, or the socket does not offer the method.
        public static let permissionDenied = Code(rawValue: "permissionDenied")
        /// The daemon has not answered in time, and may still carry out the call. The connection cannot be used from
        /// then on.
        public static let timeout = Code(rawValue: "timeout")
        /// The daemon has ended, or has closed the connection.
        public static let disconnected = Code(rawValue: "disconnected")
        /// The peer does not speak the protocol, or is another program. The connection cannot be used from then on.
        public static let badProtocol = Code(rawValue: "badProtocol")
        /// The daemon does not know the method or one of its parameters: it has another version.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The daemon answers with an error of its interface, whose name is ``DaemonError/refusal``.
        public static let refused = Code(rawValue: "refused")
        /// The call cannot be sent: the path is not valid for a socket, or the parameters are not a JSON object.
        public static let invalidCall = Code(rawValue: "invalidCall")
        /// The system fails, for example for lack of memory or descriptors.
        public static let system = Code(rawValue: "system")
    }

    /// Its kind.
    public let code: Code
    /// The text for people, on one line: the failure, its reason and a remedy.
    public let message: String
    /// The name of the error in the interface `screens.Manager`, as in `NoSuchScreen`; nil for an error of another kind
    /// than ``Code/refused``.
    public let refusal: String?
    /// The exit status of a command that ends with this error.
    package let status: ExitStatus

    /// The same as ``message``.
    public var description: String { message }

    package init(_ code: Code, _ status: ExitStatus, _ message: String) {
        self.code = code
        self.status = status
        self.message = message
        refusal = nil
    }

    init(_ code: Code, _ failure: Failure, refusal: String? = nil) {
        self.code = code
        status = failure.status
        message = failure.message
        self.refusal = refusal
    }
}

extension DaemonError: FailureSource {
    package var failure: Failure { Failure(status, message) }
}
