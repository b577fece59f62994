/// The files that a client has sent beside its calls, each until its call is carried out.
struct ReceivedFiles {
    /// Those of one call; what is beyond them is closed.
    private static let mostOfCall = FrameBuffers.mostBuffers
    private var files: [(call: UInt64, file: ReceivedFile)] = []

    /// How many wait.
    var count: Int { files.count }

    /// Keeps the files that came with a call.
    ///
    /// - Parameter call: its number on the connection.
    mutating func add(_ descriptors: [Int32], of call: UInt64) {
        for descriptor in descriptors {
            let file = ReceivedFile(adopting: descriptor)
            if files.count(where: { $0.call == call }) < Self.mostOfCall { files.append((call, file)) }
        }
    }

    /// The files of a call, which the caller has then.
    mutating func take(_ call: UInt64) -> [ReceivedFile] {
        let taken = files.filter { $0.call == call }.map(\.file)
        files.removeAll { $0.call == call }
        return taken
    }

    /// Closes the files of earlier calls.
    mutating func remove(before call: UInt64) {
        files.removeAll { $0.call < call }
    }

    mutating func removeAll() {
        files = []
    }
}
