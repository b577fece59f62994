/// The files that a client has sent with its calls, each kept until its call is carried out.
struct ReceivedFiles {
    /// The most files of one call.
    static let mostOfCall = ClientBuffers.mostFiles
    private var files: [(call: UInt64, file: ReceivedFile)] = []

    /// The number of waiting files.
    var count: Int { files.count }

    /// Keeps the files that came with a call.
    ///
    /// - Parameters:
    ///   - call: the number of the call on the connection.
    ///   - user: the user who has sent them.
    /// - Returns: whether the call has no more files than a call may have.
    mutating func add(_ descriptors: [Int32], of call: UInt64, from user: UInt32) -> Bool {
        for descriptor in descriptors { files.append((call, ReceivedFile(adopting: descriptor, of: user))) }
        return descriptors.isEmpty || files.count { $0.call == call } <= Self.mostOfCall
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
