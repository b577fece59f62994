import Glibc
import ScreensLinux

/// Reads large files line by line.
enum LineFile {
    private static let pieceSize = 1 << 16

    /// Reads the lines of a regular file, without their ends. The last line may have no end.
    ///
    /// - Parameters:
    ///   - longest: the most bytes of a line. Longer ones are left out, so that the memory is limited.
    ///   - body: gets each line.
    static func read(_ path: String, longest: Int, _ body: ([UInt8]) -> Void) throws(SystemError) {
        let descriptor = PathCall.recorded { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else { throw SystemError(call: "open", object: path, errno: errno) }
        defer { _ = PathCall.recorded { close(descriptor) } }
        var piece = [UInt8](repeating: 0, count: pieceSize)
        var (line, isTooLong) = ([UInt8](), false)
        while true {
            let count = PathCall.recorded { Glibc.read(descriptor, &piece, pieceSize) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(call: "read", object: path, errno: errno) }
            guard count > 0 else { break }
            var rest = piece[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                if !isTooLong, line.count + end - rest.startIndex <= longest { body(line + rest[..<end]) }
                (line, isTooLong) = ([], false)
                rest = rest[(end + 1)...]
            }
            isTooLong = isTooLong || line.count + rest.count > longest
            line = isTooLong ? [] : line + rest
        }
        if !isTooLong, !line.isEmpty { body(line) }
    }
}
