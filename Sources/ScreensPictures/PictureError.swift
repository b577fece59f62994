/// A picture file that cannot be read or written: the file, the cause and the remedy.
public struct PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. Programs can rely on it.
    public let code: Code
    /// The path of the file, or the name that the caller gave the bytes.
    public let file: String
    /// The problem, with its file, as a sentence for people.
    public let problem: String
    /// The cause, for people, if a file cannot be read or written.
    public let cause: String?
    /// The system's error number, if any.
    public let errno: Int32?
    /// The remedy, for people.
    public let remedy: String?

    init(
        _ code: Code, file: String, problem: String, cause: String? = nil, errno: Int32? = nil, remedy: String? = nil
    ) {
        self.code = code
        self.file = file
        self.problem = problem
        self.cause = cause
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
        /// The system does not permit this user to read or write the file.
        public static let permissionDenied = Code(rawValue: "permissionDenied")
        /// The file cannot be read.
        public static let cannotRead = Code(rawValue: "cannotRead")
        /// The bytes are neither PNG nor JPEG.
        public static let notPicture = Code(rawValue: "notPicture")
        /// The file is damaged or incomplete.
        public static let damaged = Code(rawValue: "damaged")
        /// The file or its picture exceeds the ``PictureLimits``.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The program has no memory left for it now: its budget is given to other pictures. A later attempt may
        /// succeed.
        public static let noMemory = Code(rawValue: "noMemory")
        /// The file cannot be written.
        public static let cannotWrite = Code(rawValue: "cannotWrite")
        /// A codec fails for a reason that is not in the file, such as a lack of memory.
        public static let system = Code(rawValue: "system")
    }
}

extension PictureError {
    static func damaged(_ file: String, _ problem: String) -> PictureError {
        PictureError(.damaged, file: file, problem: problem, remedy: "save it again from the program that made it")
    }

    static func unreadable(_ file: String, _ code: Code, _ cause: String, errno: Int32? = nil, remedy: String? = nil)
        -> PictureError
    {
        PictureError(
            code, file: file, problem: "cannot read \(file): \(cause)", cause: cause, errno: errno, remedy: remedy)
    }
}
