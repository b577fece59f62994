import ScreensJSON

/// A call of a method by a client.
///
/// The call is a value and belongs to no thread.
package struct Call: Sendable, Hashable {
    /// The method with its interface in front, such as `org.varlink.service.GetInfo`.
    package var method: String

    /// The parameters, by name.
    package var parameters: [String: JSONValue]

    /// The answer that the client requests (`oneway` and `more`).
    package var answer: Answer

    /// Whether the client requests another protocol after the reply (`upgrade`); only with ``Answer/once``.
    package var wantsUpgrade: Bool

    /// The answer to a call.
    package enum Answer: Sendable, Hashable {
        /// One reply.
        case once
        /// Any number of replies, all but the last with ``Reply/continues`` (`more`).
        case more
        /// No reply (`oneway`).
        case never
    }

    /// Makes a call.
    package init(
        _ method: String, _ parameters: [String: JSONValue] = [:], answer: Answer = .once, wantsUpgrade: Bool = false
    ) {
        self.method = method
        self.parameters = parameters
        self.answer = answer
        self.wantsUpgrade = wantsUpgrade
    }
}

extension Call {
    /// The interface of the method, such as `org.varlink.service`; nil if the method's name has no dot.
    package var interface: String? { QualifiedName(method)?.interface }

    /// The method without its interface, such as `GetInfo`; nil if the method's name has no dot.
    package var member: String? { QualifiedName(method)?.member }
}

extension Call {
    /// Reads a message, without the NUL that ends it.
    ///
    /// Members that varlink does not define are ignored; vendors may add some.
    ///
    /// - Throws: ``MessageError`` if the message is not JSON, or not a call.
    package init(decoding message: [UInt8], limits: JSONLimits = JSONLimits()) throws(MessageError) {
        let fields = try MessageFields(message, limits: limits)
        guard let method = try fields.text("method") else { throw .missing("method") }
        let (oneway, more) = (try fields.flag("oneway"), try fields.flag("more"))
        guard !(oneway && more) else { throw .contradictory("oneway", "more") }
        let wantsUpgrade = try fields.flag("upgrade")
        guard !(wantsUpgrade && (oneway || more)) else { throw .contradictory(oneway ? "oneway" : "more", "upgrade") }
        self.init(
            method, try fields.parameters(), answer: oneway ? .never : more ? .more : .once, wantsUpgrade: wantsUpgrade)
    }

    /// The message, including the NUL that ends it.
    package var encoded: [UInt8] {
        var fields: [String: JSONValue] = ["method": .string(method)]
        if !parameters.isEmpty { fields["parameters"] = .object(parameters) }
        switch answer {
        case .once: break
        case .more: fields["more"] = true
        case .never: fields["oneway"] = true
        }
        if wantsUpgrade { fields["upgrade"] = true }
        return MessageFields.encode(fields)
    }
}

/// A name with its interface in front, split at the last dot.
struct QualifiedName {
    let interface: String
    let member: String

    init?(_ name: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        interface = String(name[..<dot])
        member = String(name[name.utf8.index(after: dot)...])
        guard !interface.isEmpty, !member.isEmpty else { return nil }
    }
}
