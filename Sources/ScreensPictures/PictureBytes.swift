import ScreensLinux

/// The bytes of a picture's file, and the grant for their memory.
package struct PictureBytes {
    /// The bytes that are read before the rest is granted.
    private static let head = 1 << 16
    /// The most bytes of a file whose file system does not know its size.
    private static let unknownSize = 16 << 20

    /// Why the picture of a file is not read.
    package enum Problem: Error {
        case file(WholeContent.Problem)
        case picture(PictureError)
    }

    let bytes: [UInt8]
    /// The grant for the bytes, which grows with the decoding; nil without a budget.
    let grant: MemoryGrant?

    /// Reads a regular file, after its memory is granted. Blocks its thread.
    ///
    /// The reading ends as soon as the bytes cannot become a picture, and the decoder reports that.
    ///
    /// - Parameter name: the path for errors, if that is another one.
    init(of path: String, named name: String? = nil, _ limits: PictureLimits) throws(Problem) {
        let name = name ?? path
        var (bytes, progress): ([UInt8], _) = ([], PictureProgress())
        let file = try Self.mapping { () throws(WholeContent.Problem) in try RegularFile(path, named: name) }
        try Self.mapping { () throws(WholeContent.Problem) in try file.read(to: &bytes, limit: Self.head) }
        let size = file.size > 0 ? file.size : Self.unknownSize
        do throws(PictureError) {
            try limits.check(bytes: file.size, name: name)
            guard progress.accepts(bytes) else {
                self.bytes = bytes
                // The decoder reports the problem. It may take memory first, if a whole picture is in these bytes.
                grant = try Self.grant(bytes.count, name: name, limits.budget)
                return
            }
            grant = try Self.grant(size, name: name, limits.budget)
        } catch {
            throw .picture(error)
        }
        // Reserving touches no memory: the kernel gives pages only for the bytes that are read.
        bytes.reserveCapacity(size)
        try Self.mapping { () throws(WholeContent.Problem) in
            try file.read(to: &bytes, limit: size) { progress.accepts($0) }
        }
        self.bytes = bytes
    }

    private static func mapping<Value: ~Copyable>(
        _ body: () throws(WholeContent.Problem) -> Value
    ) throws(Problem) -> Value {
        do throws(WholeContent.Problem) { return try body() } catch { throw .file(error) }
    }

    /// Grants the memory for the bytes of a file.
    ///
    /// - Returns: nil without a budget.
    static func grant(_ count: Int, name: String, _ budget: MemoryBudget?) throws(PictureError) -> MemoryGrant? {
        do throws(MemoryBudget.Refusal) {
            return try budget?.grant(count, for: .decoding, within: DecodingMemory.timeout)
        } catch {
            throw PictureError(name, error)
        }
    }
}
