import CScreensTurboJPEG
import Screens

/// Writes JPEG by TurboJPEG, which reports errors by return value.
enum JPEGEncoder {
    /// The quality, of at most 100. With a lower quality, the edges of small words have visible shadows.
    private static let quality: Int32 = 85

    /// Encodes a picture without opacity.
    ///
    /// - Parameter pixels: `0x??RRGGBB`, row by row, one for each pixel of the size.
    static func encode(size: Size, pixels: [UInt32]) throws(PictureError) -> [UInt8] {
        guard let encoder = tjInitCompress() else { throw failure(nil) }
        var bytes: UnsafeMutablePointer<UInt8>?
        defer {
            tjFree(bytes)
            tjDestroy(encoder)
        }
        var count: UInt = 0
        let result = pixels.withUnsafeBytes { pixels in
            // Every pixel has its own colour: coloured words on a ground of another colour stay legible.
            tjCompress2(
                encoder, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(size.width), 0,
                Int32(size.height), TJPF_BGRX.rawValue, &bytes, &count, Int32(TJSAMP_444.rawValue), quality, 0)
        }
        guard result == 0, let bytes else { throw failure(encoder) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    private static func failure(_ encoder: tjhandle?) -> PictureError {
        let message = String(cString: tjGetErrorStr2(encoder))
        return PictureError(.system, file: "the picture", problem: "cannot make a JPEG picture: \(message)")
    }
}
