import Screens

/// The letters of the built-in font.
package enum BuiltInFont {
    /// Why not all letters of a text are drawn, for people; nil if all are.
    package static func problem(with text: String) -> String? {
        var missing: [Unicode.Scalar] = []
        for letter in ComposedScalars(text) where letter != "\n" && !BitmapFont.has(letter) {
            if !missing.contains(letter) { missing.append(letter) }
            // A text may have thousands of different letters.
            if missing.count > 8 { break }
        }
        guard !missing.isEmpty else { return nil }
        let list = missing.prefix(8).map { "'\($0)'" }.joined(separator: ", ") + (missing.count > 8 ? ", …" : "")
        return "a box is shown for \(list): the built-in font has only the letters of western Europe (ISO 8859-1)"
    }
}
