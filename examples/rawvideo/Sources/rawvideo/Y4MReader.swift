import Glibc

/// An error in a stream.
struct StreamError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// A reader of raw video as YUV4MPEG2: a line with its properties, then each frame after a line of its own.
struct Y4MReader: Sendable {
    private static let longestLine = 1024
    private static let sides = 1...8192

    private let file: Int32
    private var count = 0
    private(set) var format = VideoFormat(width: 0, height: 0)

    /// Reads the first line of an open file.
    init(_ file: Int32) throws(StreamError) {
        self.file = file
        guard let line = try line(), line.split(separator: " ").first == "YUV4MPEG2" else {
            throw StreamError("not raw video: it does not begin with YUV4MPEG2")
        }
        for word in line.split(separator: " ").dropFirst() { try take(word) }
        guard format.width > 0, format.height > 0 else { throw StreamError("it lacks a width or a height") }
    }

    /// Reads a frame; nil at the end of the stream.
    mutating func next() throws(StreamError) -> VideoFrame? {
        guard let line = try line() else { return nil }
        guard line.split(separator: " ").first == "FRAME" else {
            throw StreamError("frame \(count) does not begin with FRAME")
        }
        let size = format.byteCount
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { $1 = fill(UnsafeMutableRawBufferPointer($0)) }
        guard bytes.count == size else { throw StreamError("it ends within frame \(count)") }
        defer { count += 1 }
        return VideoFrame(number: count, bytes: bytes)
    }

    /// Takes a property of the header, which begins with its letter.
    private mutating func take(_ word: Substring) throws(StreamError) {
        let value = word.dropFirst()
        switch word.first {
        case "W": format.width = try side(value, "width")
        case "H": format.height = try side(value, "height")
        case "F":
            let parts = value.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard parts.count == 2, parts.allSatisfy({ 1...1_000_000 ~= $0 }), parts[0] <= 1000 * parts[1] else {
                throw StreamError("its frame rate \(value) is not a fraction of at most 1000")
            }
            format.frameDuration = .seconds(parts[1]) / parts[0]
        case "I" where value != "p" && value != "?": throw StreamError("interlaced video (\(word)) is not supported")
        case "C" where !["420", "420jpeg", "420mpeg2", "420paldv"].contains(value):
            throw StreamError("its colours (\(word)) are not 4:2:0 with 8 bits")
        case "X" where value == "COLORRANGE=FULL": throw StreamError("colours of the full range are not supported")
        // Comments, and the aspect ratio of a pixel.
        default: break
        }
    }

    private func side(_ value: Substring, _ name: String) throws(StreamError) -> Int {
        guard let side = Int(value), Self.sides ~= side else {
            throw StreamError("its \(name) \(value) is not from \(Self.sides.lowerBound) to \(Self.sides.upperBound)")
        }
        return side
    }

    /// The next line without its end; nil at the end of the stream.
    private func line() throws(StreamError) -> String? {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let isThere = withUnsafeMutableBytes(of: &byte) { fill($0) } == 1
            if !isThere, line.isEmpty { return nil }
            if isThere, byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            guard isThere, line.count < Self.longestLine else { throw StreamError("a line has no end") }
            line.append(byte)
        }
    }

    /// Reads bytes until the memory is full or the stream ends.
    private func fill(_ memory: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < memory.count {
            let count = read(file, memory.baseAddress.map { $0 + filled }, memory.count - filled)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            filled += count
        }
        return filled
    }
}
