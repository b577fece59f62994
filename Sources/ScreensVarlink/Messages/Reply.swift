import ScreensJSON

/// An answer to a call, or one of several.
///
/// A value; it has no thread of its own.
package struct Reply: Sendable, Hashable {
    /// The output of the method or the parameters of the error, by name.
    package var parameters: [String: JSONValue]

    /// Whether more replies to the same call follow (`continues`).
    package var continues: Bool

    /// The name of the error with its interface in front; nil where the call has not failed.
    package var errorName: String?

    /// A reply to a call that has not failed.
    package init(_ parameters: [String: JSONValue] = [:], continues: Bool = false) {
        self.parameters = parameters
        self.continues = continues
    }

    /// The last reply to a call that has failed.
    package init(_ error: VarlinkError) {
        parameters = error.parameters
        continues = false
        errorName = error.name
    }

    /// The error of a call that has failed, else nil.
    package var error: VarlinkError? { errorName.map { VarlinkError($0, parameters) } }
}

extension Reply {
    /// Reads a message, without the NUL that ends it.
    ///
    /// - Throws: ``MessageError`` where the message is not JSON, or not a reply.
    package init(decoding message: [UInt8], limits: JSONLimits = JSONLimits()) throws(MessageError) {
        let fields = try MessageFields(message, limits: limits)
        parameters = try fields.parameters()
        continues = try fields.flag("continues")
        errorName = try fields.text("error")
        guard !(continues && errorName != nil) else { throw .contradictory("continues", "error") }
    }

    /// The message, with the NUL that ends it.
    package var encoded: [UInt8] {
        var fields: [String: JSONValue] = [:]
        if !parameters.isEmpty { fields["parameters"] = .object(parameters) }
        if continues { fields["continues"] = true }
        if let errorName { fields["error"] = .string(errorName) }
        return MessageFields.encode(fields)
    }
}
