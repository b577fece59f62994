import Screens

extension ScreenIdentity {
    /// Who made it, what it is called, and which one of these it is; `-` where it says none of these.
    package var name: String {
        let product = model ?? productCode.map { String($0, radix: 16) }
        let words = [vendor ?? make, product, serial].compactMap(\.self)
        return words.isEmpty ? "-" : words.joined(separator: " ")
    }
}
