/// A place in a text.
package struct SourcePosition: Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// In characters (Unicode scalars), from 1.
    package let column: Int
}
