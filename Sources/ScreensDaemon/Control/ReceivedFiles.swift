/// The files that a client has sent with its calls, each kept until its call is carried out.
struct ReceivedFiles {
    /// The most files of one call. Further files are closed.
    private static let mostOfCall = ClientBuffers.mostFiles
    private var files: [(call: UInt64, file: ReceivedFile)] = []

    /// The number of waiting files.
    var count: Int { files.count }

    /// Keeps the files that came with a call.
    ///
    /// - Parameter call: the number of the call on the connection.
    mutating func add(_ descriptors: [Int32], of call: UInt64) {
        for descriptor in descriptors {
            let file = ReceivedFile(adopting: descriptor)
            if files.count(where: { $0.call == call }) < Self.mostOfCall { files.append((call, file)) }
        }
    }

    /// Hands the files of a call to the caller.
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
