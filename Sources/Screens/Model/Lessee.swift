/// A program that has a screen by a lease: ``VideoKit/lease(_:to:)``.
public struct Lessee: Sendable, Hashable, CustomStringConvertible {
    /// The name of the program, for people.
    public let name: String
    /// The process that the lease was given to, as seen from this process.
    public let processID: Int32

    /// A program as the embedder knows it.
    public init(name: String, processID: Int32) {
        self.name = name
        self.processID = processID
    }

    /// A text such as `'mpv' (process 1234)`, with the name in quotes, because programs choose their names.
    public var description: String { "'\(name)' (process \(processID))" }
}
