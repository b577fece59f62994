/// Why bytes are no JSON document that is accepted, and where.
public struct JSONError: Error, Sendable, Hashable {
    /// What is wrong.
    public let reason: Reason

    /// The index of the byte at which it was seen, from 0.
    public let offset: Int

    /// What may be wrong with a document.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// It ends before it is complete.
        case incomplete = "the document ends early"
        /// Something follows that JSON does not allow there.
        case unexpectedByte = "an unexpected byte"
        /// Something other than white space follows the document.
        case trailingBytes = "bytes behind the document"
        /// It has more bytes than ``JSONLimits/bytes``.
        case tooLong = "the document is too long"
        /// It is nested deeper than ``JSONLimits/depth``.
        case tooDeep = "the document is nested too deeply"
        /// It has more values than ``JSONLimits/values``.
        case tooManyValues = "the document has too many values"
        /// A text is not UTF-8.
        case invalidUTF8 = "a text that is not UTF-8"
        /// A text has an escape that JSON does not know, half of a surrogate pair, or an escaped NUL.
        case invalidEscape = "an invalid escape"
        /// A text has a control character that is not escaped.
        case controlCharacter = "a control character in a text"
        /// A text has more than 30 combining marks on a letter (UAX #15, Stream-Safe Text Format).
        case tooManyMarks = "too many combining marks on a letter"
        /// A number that a `Double` does not hold, or one of more than a thousand digits.
        case numberOutOfRange = "a number out of range"
        /// An object has a name twice.
        case duplicateName = "a name twice in an object"
    }
}

extension JSONError: CustomStringConvertible {
    /// One clause for people, in English; it repeats nothing of the document.
    public var description: String { "\(reason.rawValue), at byte \(offset)" }
}
