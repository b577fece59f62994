import CScreensPictures
import Screens

/// A reader of the rows of a PNG picture, one after the other, from the top.
struct PNGRows: ~Copyable {
    /// The size in columns and rows.
    let size: Size
    private let reader: OpaquePointer
    private let name: String

    /// Reads the header of the file.
    ///
    /// - Parameter bytes: the bytes of the file, which must outlive this value. The picture must not be interlaced.
    init(_ bytes: UnsafeRawBufferPointer, name: String, limits: PictureLimits) throws(PictureError) {
        guard let reader = cpictures_png_begin(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        else {
            throw PictureError(.system, file: name, problem: "\(name) needs more memory than the system has")
        }
        var (width, height) = (UInt32(0), UInt32(0))
        do throws(PictureError) {
            guard cpictures_png_header(reader, &width, &height) else { throw Self.failure(reader, name) }
            try limits.check(width: Int(width), height: Int(height), name: name)
        } catch {
            cpictures_png_end(reader)
            throw error
        }
        size = Size(width: Int(width), height: Int(height))
        self.reader = reader
        self.name = name
    }

    deinit { cpictures_png_end(reader) }

    /// Reads the next row as ARGB8888, the colours not multiplied by their opacity.
    mutating func read(_ row: inout [UInt32]) throws(PictureError) {
        guard cpictures_png_row(reader, &row) else { throw Self.failure(reader, name) }
    }

    private static func failure(_ reader: OpaquePointer, _ name: String) -> PictureError {
        PNGDecoder.failure(String(cString: cpictures_png_message(reader)), name)
    }
}
