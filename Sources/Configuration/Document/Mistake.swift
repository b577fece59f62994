/// Something in a configuration that is not as it should be.
package struct Mistake: Sendable, Hashable {
    /// The file's path.
    package let file: String
    /// Where in it, where that is known.
    package let position: SourcePosition?
    /// Which value, as in `screen[1].content.fade`, counted from 1; nil where it is the file as a whole.
    package let keyPath: String?
    /// What is wrong with it: a sentence that begins with the value, which is not in it.
    package let message: String
    /// The key or value that was probably meant.
    package let nearest: String?
}

extension Mistake: CustomStringConvertible {
    /// `FILE:LINE:COLUMN: key path: message; did you mean 'x'?`
    package var description: String {
        var text = file
        if let position { text += ":\(position.line):\(position.column)" }
        if let keyPath { text += ": \(keyPath)" }
        text += ": \(message)"
        if let nearest { text += "; did you mean '\(nearest)'?" }
        return text
    }
}
