import Synchronization

/// The turn of one picture to be decoded: each decoding may take hundreds of megabytes for a moment.
enum DecodingTurn {
    private static let turn = Mutex(())

    /// Calls `body` after the others have finished, and blocks its thread meanwhile.
    ///
    /// - Parameter name: the name of the file in errors.
    static func take<Result>(
        _ name: String, _ body: () throws(PictureError) -> Result
    ) throws(PictureError) -> Result {
        var result: Swift.Result<Result, PictureError>?
        turn.withLock { _ in result = Swift.Result { () throws(PictureError) in try body() } }
        guard let result else {
            throw PictureError(.system, file: name, problem: "\(name) was not decoded")
        }
        return try result.get()
    }
}
