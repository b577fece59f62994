import JSON

/// Why bytes are no message of varlink.
public enum MessageError: Error, Sendable, Hashable {
    /// They are no JSON document.
    case json(JSONError)
    /// They are a JSON document, but no object.
    case notAnObject
    /// A member that has to be there is not.
    case missing(String)
    /// A member is there that has another type than it has to.
    case wrongType(String)
    /// Two members are there that exclude each other.
    case contradictory(String, String)
}

extension MessageError: CustomStringConvertible {
    /// One clause for people, in English; it repeats nothing of the message.
    public var description: String {
        switch self {
        case .json(let error): "no JSON: \(error)"
        case .notAnObject: "no JSON object"
        case .missing(let name): "`\(name)` is missing"
        case .wrongType(let name): "`\(name)` has the wrong type"
        case .contradictory(let one, let other): "`\(one)` and `\(other)` exclude each other"
        }
    }
}
