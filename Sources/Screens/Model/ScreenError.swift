import struct ScreensLinux.SystemError

/// A failed operation, its object, and the remedy.
public struct ScreenError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. Programs can rely on it.
    public let code: Code
    /// The operation that failed, for people.
    public let operation: String
    /// The object of the operation, such as a card's path or a screen's name.
    public let object: String
    /// The system's error number, if there is one.
    public let errno: Int32?
    /// The state of the system that explains the error, for people, such as how much memory is free.
    public let circumstances: String?
    /// The remedy, for people.
    public let remedy: String?

    /// Makes an error. Hosts may throw it too.
    public init(
        _ code: Code, operation: String, object: String, errno: Int32? = nil, circumstances: String? = nil,
        remedy: String? = nil
    ) {
        self.code = code
        self.operation = operation
        self.object = object
        self.errno = errno
        self.circumstances = circumstances
        self.remedy = remedy
    }

    /// The error for an id that no screen has, or no longer.
    static func noScreen(_ screen: ScreenID, to operation: String) -> ScreenError {
        ScreenError(
            .noSuchScreen, operation: operation, object: "screen \(screen)",
            circumstances: "no connected screen has this id", remedy: "an id is valid for one connection of its display"
        )
    }

    /// The whole error as a sentence, for people.
    public var description: String { problem + (remedy.map { "; \($0)" } ?? "") }

    /// The error without its remedy, for people.
    public var problem: String {
        var text = "cannot \(operation) \(object)"
        if let errno { text += ": \(SystemError.text(of: errno))" }
        if let circumstances { text += " (\(circumstances))" }
        return text
    }

    /// The kinds of error; later versions may add more.
    public struct Code: Sendable, Hashable, RawRepresentable {
        /// The value as text, which can be stored and compared.
        public let rawValue: String
        /// Makes a value from its text. Unknown ones may come from newer versions.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No screen has that name or id.
        public static let noSuchScreen = Code(rawValue: "noSuchScreen")
        /// Several screens have that name.
        public static let ambiguousScreen = Code(rawValue: "ambiguousScreen")
        /// No card of the machine can drive displays.
        public static let noCard = Code(rawValue: "noCard")
        /// The card was removed.
        public static let cardLost = Code(rawValue: "cardLost")
        /// The card's DRM master is another program.
        public static let busy = Code(rawValue: "busy")
        /// The system does not allow it to this user.
        public static let permissionDenied = Code(rawValue: "permissionDenied")
        /// The driver refuses a mode.
        public static let modeRefused = Code(rawValue: "modeRefused")
        /// The screen shows nothing.
        public static let dark = Code(rawValue: "dark")
        /// The hardware, the driver or this library does not support it.
        public static let unsupported = Code(rawValue: "unsupported")
        /// A value is outside its limits.
        public static let invalidArgument = Code(rawValue: "invalidArgument")
        /// A system call failed.
        public static let system = Code(rawValue: "system")
    }
}

extension ScreenError {
    /// Makes the error of a failed system call, as the user sees it.
    init(_ error: SystemError) {
        self.init(.system, operation: error.call, object: error.object, errno: error.errno)
    }

    /// Runs `body`, and rethrows a failed system call as an error of this library.
    static func mapping<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(ScreenError) -> Value {
        do {
            return try body()
        } catch {
            throw ScreenError(error)
        }
    }
}

extension ScreenError {
    /// Whether the error means that the card has to be released: another program is its master, or it is gone.
    var concernsCard: Bool { code == .busy || code == .cardLost }
}
