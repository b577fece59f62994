import Screens

/// Returns a text of the program; nil for NULL.
///
/// - Throws: ``ScreenError`` if it is not UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(ScreenError) -> String? {
    guard let pointer else { return nil }
    guard let text = String(validatingCString: pointer) else {
        throw ScreenError(.invalidArgument, operation: "read", object: "the \(name)", remedy: "write it in UTF-8")
    }
    return text
}

/// Texts in structs: bytes that end with a zero.
enum FixedText {
    /// Stores a text; if it is too long, it is cut between two characters.
    static func store(_ text: String, in target: UnsafeMutableRawBufferPointer) {
        var count = 0
        for character in text.unicodeScalars {
            let bytes = UTF8.width(character)
            guard count + bytes < target.count else { break }
            count += bytes
        }
        for (place, byte) in text.utf8.prefix(count).enumerated() { target[place] = byte }
        for place in count..<target.count { target[place] = 0 }
    }

    /// Stores a text that is read again, and so is never cut.
    ///
    /// - Throws: ``ScreenError`` if it is too long.
    static func storeAll(
        _ text: String, in target: UnsafeMutableRawBufferPointer, _ name: String
    ) throws(ScreenError) {
        guard text.utf8.count < target.count else {
            throw ScreenError(
                .unsupported, operation: "store", object: "the \(name) '\(text)'",
                remedy: "the struct has \(target.count) bytes for it")
        }
        store(text, in: target)
    }

    /// - Throws: ``ScreenError`` if no zero ends the text, as after a cut by the program, or if it is not UTF-8.
    static func text(_ source: UnsafeRawBufferPointer, _ name: String) throws(ScreenError) -> String {
        guard let end = source.firstIndex(of: 0) else {
            throw ScreenError(
                .invalidArgument, operation: "read", object: "the \(name)",
                remedy: "it has at most \(source.count - 1) bytes, and a zero behind them")
        }
        guard let text = String(validating: source[..<end], as: UTF8.self) else {
            throw ScreenError(.invalidArgument, operation: "read", object: "the \(name)", remedy: "write it in UTF-8")
        }
        return text
    }
}

extension Duration {
    /// The whole nanoseconds, rounded towards zero; durations of frames are far from the limits.
    var inNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
