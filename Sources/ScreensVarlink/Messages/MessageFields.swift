import ScreensJSON

/// The members of a message. Null counts as no member.
struct MessageFields {
    private let members: [String: JSONValue]

    init(_ message: [UInt8], limits: JSONLimits) throws(MessageError) {
        let document: JSONValue
        do {
            document = try JSONValue(decoding: message, limits: limits, rules: .unambiguous)
        } catch {
            throw .json(error)
        }
        guard let members = document.object else { throw .notAnObject }
        self.members = members
    }

    func text(_ name: String) throws(MessageError) -> String? {
        switch members[name] {
        case nil, .null?: return nil
        case .string(let text)?: return text
        default: throw .wrongType(name)
        }
    }

    func flag(_ name: String) throws(MessageError) -> Bool {
        switch members[name] {
        case nil, .null?: return false
        case .bool(let value)?: return value
        default: throw .wrongType(name)
        }
    }

    func parameters() throws(MessageError) -> [String: JSONValue] {
        switch members["parameters"] {
        case nil, .null?: return [:]
        case .object(let parameters)?: return parameters
        default: throw .wrongType("parameters")
        }
    }

    static func encode(_ members: [String: JSONValue]) -> [UInt8] {
        var message = JSONValue.object(members).encoded
        message.append(0)
        return message
    }
}

/// The reason why bytes are not a varlink message.
package enum MessageError: Error, Sendable, Hashable {
    /// The bytes are not a JSON document.
    case json(JSONError)
    /// The bytes are a JSON document, but not an object.
    case notAnObject
    /// A required member is missing.
    case missing(String)
    /// A member has a wrong type.
    case wrongType(String)
    /// Two members exclude each other.
    case contradictory(String, String)
}

extension MessageError: CustomStringConvertible {
    /// One clause for people, in English; it repeats nothing of the message.
    package var description: String {
        switch self {
        case .json(let error): "not JSON: \(error)"
        case .notAnObject: "not a JSON object"
        case .missing(let name): "`\(name)` is missing"
        case .wrongType(let name): "`\(name)` has the wrong type"
        case .contradictory(let one, let other): "`\(one)` and `\(other)` exclude each other"
        }
    }
}
