import Glibc
import ScreensLinux

/// The bytes of a descriptor, read in lines and in blocks. Reads block their thread.
struct InputBytes: Sendable {
    /// The beginning of a line, up to its end.
    enum Line: Sendable, Hashable {
        /// A whole line without its line feed.
        case whole([UInt8])
        /// A line within which the input ends, or that is longer than the limit.
        case broken([UInt8])
        /// The input has ended before the line.
        case none
    }

    private static let chunk = 4096
    /// The size of a whole frame of 720 rows. With a smaller pipe each frame takes twenty context switches between two
    /// programs.
    private static let pipeSize: Int32 = 1 << 20
    /// `F_SETPIPE_SZ`, as a number because the header declares it only with _GNU_SOURCE.
    private static let setPipeSize: Int32 = 1031

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var next = 0
    /// The offset of the next byte from the first one.
    private(set) var offset = 0

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // The system may limit the size; other files than pipes are not changed.
        _ = fcntl(descriptor, Self.setPipeSize, Self.pipeSize)
    }

    /// Reads a line of at most `limit` bytes.
    mutating func line(limit: Int) throws(Failure) -> Line {
        var line: [UInt8] = []
        while line.count <= limit {
            if next == buffer.count, try !refill() { return line.isEmpty ? .none : .broken(line) }
            let byte = buffer[next]
            next += 1
            offset += 1
            if byte == UInt8(ascii: "\n") { return .whole(line) }
            line.append(byte)
        }
        return .broken(line)
    }

    /// Fills a block.
    ///
    /// - Returns: the number of bytes; fewer than the block has if the input ends.
    mutating func fill(_ block: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        let known = min(buffer.count - next, block.count)
        block.copyBytes(from: buffer[next..<next + known])
        next += known
        var count = known
        while count < block.count {
            let read = try Self.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: block[count...]))
            if read == 0 { break }
            count += read
        }
        offset += count
        return count
    }

    /// Continues at another position of a file.
    ///
    /// - Parameter position: the position in the file of the byte at `offset`.
    mutating func move(to position: Int, offset: Int) throws(Failure) {
        guard lseek(descriptor, off_t(position), SEEK_SET) >= 0 else {
            throw Failure(.cannotRead, "cannot rewind standard input", because: SystemError.text(of: errno))
        }
        (buffer, next, self.offset) = ([], 0, offset)
    }

    /// - Returns: false at the end of the input.
    private mutating func refill() throws(Failure) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let descriptor = descriptor
        let count = try bytes.withUnsafeMutableBytes { block in
            Result { () throws(Failure) in try Self.read(descriptor, block) }
        }.get()
        buffer = Array(bytes[..<count])
        next = 0
        return count > 0
    }

    private static func read(_ descriptor: Int32, _ block: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let count = Glibc.read(descriptor, block.baseAddress, block.count)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another program has made the pipe non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&waiting, 1, -1)
            case let code:
                throw Failure(.cannotRead, "cannot read standard input", because: SystemError.text(of: code))
            }
        }
    }
}
