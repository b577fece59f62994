/// Why a value cannot be used: a message that goes on after the name of its key, and the value that was probably meant.
package struct ValueProblem: Error, Sendable, Hashable {
    /// As in `is 0, 90, 180 or 270`.
    package let message: String
    /// The value that is nearest, where one is near.
    package let nearest: String?

    package init(_ message: String, nearest: String? = nil) {
        self.message = message
        self.nearest = nearest
    }
}

extension ValueProblem {
    /// A path that does not depend on where the daemon was started.
    static func checkPath(_ path: String) throws(ValueProblem) -> String {
        guard path.hasPrefix("/") else { throw ValueProblem("must be an absolute path, beginning with /") }
        return path
    }
}
