import Linux

/// What went wrong, on what, and what to do about it.
public struct ScreenError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error: programs decide by this.
    public let code: Code
    /// What was being done, for people.
    public let operation: String
    /// What it was done to: a card's path, a screen's name.
    public let object: String
    /// The system's error number, where there is one.
    public let errno: Int32?
    /// What helps.
    public let remedy: String?

    /// An error as hosts may throw it too.
    public init(_ code: Code, operation: String, object: String, errno: Int32? = nil, remedy: String? = nil) {
        self.code = code
        self.operation = operation
        self.object = object
        self.errno = errno
        self.remedy = remedy
    }

    /// All of it in one sentence, for people.
    public var description: String {
        var text = "\(operation) \(object)"
        if let errno { text += ": \(SystemError.text(of: errno))" }
        if let remedy { text += "; \(remedy)" }
        return text
    }

    /// The kinds of error; more may come.
    public struct Code: Sendable, Hashable, RawRepresentable {
        /// The value as text, which may be stored and compared.
        public let rawValue: String
        /// A value by its text; unknown ones may come from newer versions.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No screen has that name or id.
        public static let noSuchScreen = Code(rawValue: "no-such-screen")
        /// Several screens have that name.
        public static let ambiguousScreen = Code(rawValue: "ambiguous-screen")
        /// The machine has no card that can drive displays.
        public static let noCard = Code(rawValue: "no-card")
        /// The card has gone.
        public static let cardLost = Code(rawValue: "card-lost")
        /// Another program is the card's master.
        public static let busy = Code(rawValue: "busy")
        /// The system does not let this user do it.
        public static let permissionDenied = Code(rawValue: "permission-denied")
        /// The driver refuses a mode.
        public static let modeRefused = Code(rawValue: "mode-refused")
        /// The screen shows nothing.
        public static let dark = Code(rawValue: "dark")
        /// The driver, or what is shown, has a form that this library does not know.
        public static let unsupported = Code(rawValue: "unsupported")
        /// A value is outside what is allowed.
        public static let invalidArgument = Code(rawValue: "invalid-argument")
        /// A call of the system failed.
        public static let system = Code(rawValue: "system")
    }
}

extension ScreenError {
    /// A failed call of the system, as the user sees it.
    init(_ error: SystemError) {
        self.init(.system, operation: error.call, object: error.object, errno: error.errno)
    }

    /// Carries out `body`, and reports a failed call of the system as an error of this library.
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
