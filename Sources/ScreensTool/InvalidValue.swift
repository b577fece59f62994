/// A value that its option or argument does not take.
enum InvalidValue {
    /// The message of ArgumentParser, without the value before a reason that has it too:
    /// `--fit: must be one of fit, fill, not 'fil'`, as `screens set` has it.
    static func message(_ message: String) -> String {
        let (beginning, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(beginning), let place = message.firstRange(of: middle),
            let end = message[place.upperBound...].firstRange(of: "': ")
        else { return message }
        let value = message.dropFirst(beginning.count).prefix(upTo: place.lowerBound)
        let reason = message[end.upperBound...]
        guard reason.contains("not '\(value.prefix(32))'") else { return message }
        let name = message[place.upperBound..<end.lowerBound]
        return "\(name.hasPrefix("-") ? name.prefix { $0 != " " } : name): \(reason)"
    }
}
