import Glibc
import Screens
import ScreensLinux

/// Reads the video frames of a stream, raw or YUV4MPEG2. Its reads block their thread.
struct VideoReader: Sendable {
    /// The description of the frames on the command line.
    struct Request: Sendable, Hashable {
        /// The size of raw frames, which also need `pixels`; nil for YUV4MPEG2.
        var size: Size?
        var pixels: VideoPixelFormat?
        /// The rate, which overrides the header's.
        var rate: RefreshRate?
        var matrix: ColorMatrix?
        var range: ColorRange?
    }

    /// The format of the frames.
    let format: VideoFormat
    /// Whether a frame consists of two fields of different times.
    let isInterlaced: Bool
    /// The number of frames that were read, in all passes.
    private(set) var frames = 0
    private var bytes: InputBytes
    private let hasFrameLines: Bool
    private let loops: Bool
    /// The place of the first frame: its position in the file, and its offset behind the first byte that was read.
    private let first: (position: Int, offset: Int)
    private var framesOfPass = 0

    /// Reads the header, if the request needs one.
    ///
    /// - Parameters:
    ///   - descriptor: a descriptor that is open for reading; it is not closed.
    ///   - loops: whether the first frame follows the last, for ever.
    /// - Throws: ``Failure`` with 64 if it loops and the input is not a file, with 65 for an invalid header.
    init(_ descriptor: Int32, _ request: Request, loops: Bool) throws(Failure) {
        var bytes = InputBytes(descriptor)
        let start = lseek(descriptor, 0, SEEK_CUR)
        if loops, !Self.isFile(descriptor) || start < 0 {
            throw Failure(.usage, "--loop needs a file as standard input: `screens present SCREEN --loop < film.y4m`")
        }
        var header: Y4MHeader?
        if request.size == nil { header = try Self.readHeader(&bytes) }
        do throws(ScreenError) {
            format = try VideoFormat(
                size: request.size ?? header?.size ?? Size(width: 0, height: 0),
                pixels: request.pixels ?? header?.pixels ?? .yuv420p, rate: request.rate ?? header?.rate,
                matrix: request.matrix, range: request.range ?? header?.range, siting: header?.siting ?? .left,
                pixelAspect: header?.pixelAspect ?? Size(width: 1, height: 1))
        } catch {
            throw Failure(.badData, error.description)
        }
        isInterlaced = header?.isInterlaced ?? false
        hasFrameLines = header != nil
        self.loops = loops
        first = (max(Int(start), 0) + bytes.offset, bytes.offset)
        self.bytes = bytes
    }

    /// Reads the next frame.
    ///
    /// - Parameter frame: a buffer of as many bytes as a frame of the format.
    /// - Returns: false if there is no further frame.
    /// - Throws: ``Failure`` with 65 for an incomplete frame, with 74 if the input cannot be read.
    mutating func read(into frame: UnsafeMutableRawBufferPointer) throws(Failure) -> Bool {
        if try readOne(into: frame) { return true }
        guard loops, framesOfPass > 0 else { return false }
        try bytes.move(to: first.position, offset: first.offset)
        framesOfPass = 0
        return try readOne(into: frame)
    }

    private mutating func readOne(into frame: UnsafeMutableRawBufferPointer) throws(Failure) -> Bool {
        if hasFrameLines, try !readFrameLine() { return false }
        let count = try bytes.fill(frame)
        if count == 0, !hasFrameLines { return false }
        guard count == frame.count else {
            throw Failure(
                .badData,
                "frame \(framesOfPass + 1) is incomplete: standard input ended after \(count) of \(frame.count) bytes")
        }
        if framesOfPass == 0, !hasFrameLines, frame.starts(with: Y4MHeader.word.utf8) {
            throw Failure(
                .badData,
                "standard input begins with a \(Y4MHeader.word) header; leave --size and --format out to use it")
        }
        frames += 1
        framesOfPass += 1
        return true
    }

    private mutating func readFrameLine() throws(Failure) -> Bool {
        switch try bytes.line(limit: Y4MHeader.longest) {
        case .none: return false
        case .whole(let line) where line == Self.frameWord || line.starts(with: Self.frameWord + [32]): return true
        case .whole, .broken:
            throw Failure(.badData, "standard input is damaged: frame \(framesOfPass + 1) does not begin with FRAME")
        }
    }

    private static let frameWord = Array("FRAME".utf8)

    private static func readHeader(_ bytes: inout InputBytes) throws(Failure) -> Y4MHeader {
        let line: [UInt8]
        switch try bytes.line(limit: Y4MHeader.longest) {
        case .none: throw Failure(.badData, "standard input is empty")
        case .whole(let whole): line = whole
        case .broken(let start):
            // A long line of other data is not a header either.
            guard start.starts(with: Y4MHeader.word.utf8) else {
                line = start
                break
            }
            throw Failure(.badData, "the \(Y4MHeader.word) header on standard input has no end")
        }
        do throws(Y4MProblem) {
            return try Y4MHeader(line)
        } catch {
            throw Failure(
                .badData,
                "cannot use standard input: \(error.reason)"
                    + (line.starts(with: Y4MHeader.word.utf8) ? "" : "; raw frames need --size and --format"))
        }
    }

    private static func isFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFBLK
    }
}
