import ScreensJSON

/// An answer to a call, or one of several.
///
/// A value; it has no thread of its own.
public struct Reply: Sendable, Hashable {
    /// The output of the method or the parameters of the error, by name.
    public var parameters: [String: JSONValue]

    /// Whether more replies to the same call follow (`continues`).
    public var continues: Bool

    /// The name of the error with its interface in front; nil where the call has not failed.
    public var errorName: String?

    /// A reply to a call that has not failed.
    public init(_ parameters: [String: JSONValue] = [:], continues: Bool = false) {
        self.parameters = parameters
        self.continues = continues
    }

    /// The last reply to a call that has failed.
    public init(_ error: VarlinkError) {
        parameters = error.parameters
        continues = false
        errorName = error.name
    }

    /// The error of a call that has failed, else nil.
    public var error: VarlinkError? { errorName.map { VarlinkError($0, parameters) } }
}

extension Reply {
    /// Reads a message, without the NUL that ends it.
    ///
    /// - Throws: ``MessageError`` where the message is not JSON, or not a reply.
    public init(decoding message: [UInt8], limits: JSONLimits = JSONLimits()) throws(MessageError) {
        let fields = try MessageFields(message, limits: limits)
        parameters = try fields.parameters()
        continues = try fields.flag("continues")
        errorName = try fields.text("error")
        guard !(continues && errorName != nil) else { throw .contradictory("continues", "error") }
    }

    /// The message, with the NUL that ends it.
    public var encoded: [UInt8] {
        var fields: [String: JSONValue] = [:]
        if !parameters.isEmpty { fields["parameters"] = .object(parameters) }
        if continues { fields["continues"] = true }
        if let errorName { fields["error"] = .string(errorName) }
        return MessageFields.encode(fields)
    }
}
