/// Negative numbers as values: `--brightness -5`, `overscan HDMI-A-1 -5`.
enum NegativeNumbers {
    /// The same arguments, with a word such as `-5` joined to the option before it: `--brightness=-5`. One that follows another word
    /// after the command goes to the end, behind two hyphens. ArgumentParser would take both for options, and report a missing
    /// value or an unknown option in place of a wrong value.
    static func joined(_ arguments: [String]) -> [String] {
        // No option follows two hyphens.
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var result: [String] = []
        var values: [String] = []
        for argument in arguments[..<end] {
            if let option = result.last, isOption(option), isNegative(argument) {
                result[result.count - 1] = "\(option)=\(argument)"
            } else if let command = result.first, !command.hasPrefix("-"), isNegative(argument) {
                values.append(argument)
            } else {
                result.append(argument)
            }
        }
        guard !values.isEmpty else { return result + arguments[end...] }
        return result + ["--"] + values + arguments[end...].dropFirst()
    }

    private static func isOption(_ word: String) -> Bool { word.hasPrefix("--") && !word.contains("=") }

    /// Whether a minus and a digit begin it, or a minus, a point and a digit.
    private static func isNegative(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return false }
        let number = word.dropFirst()
        return (number.hasPrefix(".") ? number.dropFirst() : number).first.map { ("0"..."9").contains($0) } ?? false
    }
}
