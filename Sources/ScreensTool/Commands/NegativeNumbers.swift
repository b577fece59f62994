/// Negative numbers as values of options: `--brightness -5`.
enum NegativeNumbers {
    /// The same arguments, with a word such as `-5` joined to the option before it: `--brightness=-5`. ArgumentParser would take it
    /// for an option, and report a missing value in place of a wrong one.
    static func joined(_ arguments: [String]) -> [String] {
        // No option follows two hyphens.
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var result: [String] = []
        for argument in arguments[..<end] {
            if let option = result.last, isOption(option), isNegative(argument) {
                result[result.count - 1] = "\(option)=\(argument)"
            } else {
                result.append(argument)
            }
        }
        return result + arguments[end...]
    }

    private static func isOption(_ word: String) -> Bool { word.hasPrefix("--") && !word.contains("=") }

    /// Whether a minus and a digit begin it, or a minus, a point and a digit.
    private static func isNegative(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return false }
        let number = word.dropFirst()
        return (number.hasPrefix(".") ? number.dropFirst() : number).first.map { ("0"..."9").contains($0) } ?? false
    }
}
