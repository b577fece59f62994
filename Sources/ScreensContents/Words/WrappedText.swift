/// The lines of a text in letters of one width: it is broken at line feeds, at spaces, and in words that are longer
/// than a line.
struct WrappedText {
    /// The letters of each line.
    private(set) var lines: [Range<Int>] = []
    /// The columns of the longest line.
    private(set) var width = 0
    /// Whether a word is broken.
    private(set) var breaksWords = false

    /// - Parameter columns: the columns of a line, at least 1.
    init(_ text: [Unicode.Scalar], columns: Int) {
        var start = 0
        while start <= text.count {
            let end = text[start...].firstIndex(of: "\n") ?? text.count
            while end - start > columns {
                let limit = start + columns
                // A space behind the line is left out, too.
                if let space = text[start...limit].lastIndex(of: " "), space > start {
                    add(start..<space)
                    start = space + 1
                } else {
                    add(start..<limit)
                    breaksWords = true
                    start = limit
                }
            }
            add(start..<end)
            start = end + 1
        }
    }

    private mutating func add(_ line: Range<Int>) {
        lines.append(line)
        width = max(width, line.count)
    }
}
