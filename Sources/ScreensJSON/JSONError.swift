/// The reason why bytes are not accepted as a JSON document, and the place.
public struct JSONError: Error, Sendable, Hashable {
    /// The kind of fault.
    public let reason: Reason

    /// The index of the wrong byte, from 0.
    public let offset: Int

    /// Makes an error at a byte.
    public init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The faults that a document may have.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The document ends before it is complete.
        case incomplete = "the document ends early"
        /// JSON does not allow this byte here.
        case unexpectedByte = "an unexpected byte"
        /// Something other than white space follows the document.
        case trailingBytes = "bytes after the document"
        /// The document has more bytes than ``JSONLimits/bytes``.
        case tooLong = "the document is too long"
        /// The document is nested deeper than ``JSONLimits/depth``.
        case tooDeep = "the document is nested too deeply"
        /// The document has more values than ``JSONLimits/values``.
        case tooManyValues = "the document has too many values"
        /// A string is not UTF-8.
        case invalidUTF8 = "a string that is not UTF-8"
        /// An escape that JSON lacks, half of a surrogate pair or, by ``JSONRules/unambiguous``, a NUL.
        case invalidEscape = "an invalid escape"
        /// A string has an unescaped control character.
        case controlCharacter = "a control character in a string"
        /// A string has more than 30 combining marks on a letter (UAX #15, Stream-Safe Text Format).
        case tooManyMarks = "too many combining marks on a letter"
        /// A number that a `Double` cannot hold, or one of more than a thousand digits.
        case numberOutOfRange = "a number out of range"
        /// An object has a duplicate name, which ``JSONRules/unambiguous`` does not allow.
        case duplicateName = "a duplicate name in an object"
    }
}

extension JSONError: CustomStringConvertible {
    /// One clause for people, in English; it repeats nothing of the document.
    public var description: String { "\(reason.rawValue), at byte \(offset)" }
}

/// The limits of a JSON document, known before or during reading.
public struct JSONLimits: Sendable, Hashable {
    /// The longest document, in bytes.
    public var bytes: Int

    /// The deepest nesting of arrays and objects.
    public let depth: Int

    /// The most values; each element and each member counts.
    ///
    /// A value takes at least 24 bytes of memory, but may be two bytes of the document.
    public var values: Int

    /// The greatest ``depth``: reading, comparing and releasing a value take a stack frame for each level.
    public static let deepest = 256

    /// Makes limits, by default for a message from any peer.
    ///
    /// - Parameter depth: at most ``deepest``; more counts as ``deepest``.
    public init(bytes: Int = 1 << 20, depth: Int = 64, values: Int = 1 << 17) {
        self.bytes = bytes
        self.depth = min(depth, Self.deepest)
        self.values = values
    }
}

/// The accepted documents among the documents that RFC 8259 allows and readers understand in different ways.
public enum JSONRules: Sendable, Hashable {
    /// All documents. If an object has a duplicate name, the last value counts.
    case standard
    /// Documents with one meaning, for a protocol: errors are a duplicate name in an object (as in I-JSON, RFC 7493),
    /// and an escaped NUL, at which C programs end a string.
    case unambiguous
}
