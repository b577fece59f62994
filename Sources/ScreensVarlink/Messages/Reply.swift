import ScreensJSON

/// An answer to a call, or one of several.
///
/// The reply is a value and belongs to no thread.
package struct Reply: Sendable, Hashable {
    /// The output of the method or the parameters of the error, by name.
    package var parameters: [String: JSONValue]

    /// Whether more replies to the same call follow (`continues`).
    package var continues: Bool

    /// The name of the error with its interface in front; nil if the call has not failed.
    package var errorName: String?

    /// The reply as its bytes, which other connections send too; nil for any other reply. Its parameters are not kept.
    package private(set) var shared: SharedReply?

    /// Makes a reply of bytes that other connections send too.
    package init(_ shared: SharedReply) {
        self.init()
        self.shared = shared
    }

    /// Makes a reply to a call that has not failed.
    package init(_ parameters: [String: JSONValue] = [:], continues: Bool = false) {
        self.parameters = parameters
        self.continues = continues
    }

    /// Makes the last reply to a failed call.
    package init(_ error: VarlinkError) {
        parameters = error.parameters
        continues = false
        errorName = error.name
    }

    /// The error of a failed call; nil if it has not failed.
    package var error: VarlinkError? { errorName.map { VarlinkError($0, parameters) } }
}

extension Reply {
    /// Reads a message, without the NUL that ends it.
    ///
    /// - Throws: ``MessageError`` if the message is not JSON, or not a reply.
    package init(decoding message: [UInt8], limits: JSONLimits = JSONLimits()) throws(MessageError) {
        let fields = try MessageFields(message, limits: limits)
        parameters = try fields.parameters()
        continues = try fields.flag("continues")
        errorName = try fields.text("error")
        guard !(continues && errorName != nil) else { throw .contradictory("continues", "error") }
    }

    /// The message, including the NUL that ends it.
    package var encoded: [UInt8] {
        if let shared { return shared.message }
        var fields: [String: JSONValue] = [:]
        if !parameters.isEmpty { fields["parameters"] = .object(parameters) }
        if continues { fields["continues"] = true }
        if let errorName { fields["error"] = .string(errorName) }
        return MessageFields.encode(fields)
    }
}
