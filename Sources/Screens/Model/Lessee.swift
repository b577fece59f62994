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

    /// As in `mpv (for process 1234)`: the process may be another one, which has run the program.
    public var description: String { "\(name) (for process \(processID))" }
}
