/// A font file that cannot be used: the file, the cause and the remedy.
public struct FontError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. Programs can rely on it.
    public let code: Code
    /// The path of the file, or the name that the caller gave the bytes.
    public let file: String
    /// The problem, with its file, as a sentence for people.
    public let problem: String
    /// The system's error number, if any.
    public let errno: Int32?
    /// The remedy, for people.
    public let remedy: String?

    init(_ code: Code, file: String, problem: String, errno: Int32? = nil, remedy: String? = nil) {
        self.code = code
        self.file = file
        self.problem = problem
        self.errno = errno
        self.remedy = remedy
    }

    /// The whole error as a sentence, for people.
    public var description: String { problem + (remedy.map { "; \($0)" } ?? "") }

    /// The kinds of error; later versions may add more.
    public struct Code: Sendable, Hashable, RawRepresentable {
        /// The value as text, which can be stored and compared.
        public let rawValue: String
        /// Makes a value from its text. Unknown texts may come from newer versions.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No file has that name, or it is a folder, a pipe or a device.
        public static let noFile = Code(rawValue: "noFile")
        /// The system does not permit this user to read the file.
        public static let permissionDenied = Code(rawValue: "permissionDenied")
        /// Reading the file fails.
        public static let cannotRead = Code(rawValue: "cannotRead")
        /// The bytes are not a font, or are damaged.
        public static let notFont = Code(rawValue: "notFont")
        /// The file has more than 128 MiB.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// A system call fails, such as for a lack of memory.
        public static let system = Code(rawValue: "system")
    }
}
