/// How pixels are put on those that are there.
enum Composition: Sendable {
    /// Instead of them.
    case copy
    /// Over them, as far as their alpha goes; they are premultiplied.
    case over
}
