import CScreensTurboJPEG
import Testing

/// Makes small JPEG files with TurboJPEG.
struct JPEGBuilder {
    var width = 32
    var height = 16
    var subsampling = TJSAMP_444
    var isProgressive = false
    /// The colour of a place as `0xRRGGBB`; with four colours, `0xKKYYMMCC` as stored.
    var color: (_ x: Int, _ y: Int) -> UInt32
    var isFourColors = false
    /// The segments after the start of the file.
    var segments: [(marker: UInt8, body: [UInt8])] = []

    /// Four fields of red, green, blue and white.
    static func fields(_ x: Int, _ y: Int) -> UInt32 {
        y < 8 ? x < 16 ? 0xFF0000 : 0x00FF00 : x < 16 ? 0x0000FF : 0xFFFFFF
    }

    func bytes() throws -> [UInt8] {
        let encoder = try #require(tjInitCompress())
        defer { tjDestroy(encoder) }
        let pixels = (0..<width * height).map { color($0 % width, $0 / width) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(buffer) }
        let format = isFourColors ? TJPF_CMYK : TJPF_BGRX
        let result = pixels.withUnsafeBytes {
            tjCompress2(
                encoder, $0.bindMemory(to: UInt8.self).baseAddress, Int32(width), 0, Int32(height), format.rawValue,
                &buffer, &size, Int32(subsampling.rawValue), 100, isProgressive ? TJFLAG_PROGRESSIVE : 0)
        }
        try #require(result == 0)
        var file = Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
        let inserted = segments.flatMap { segment in
            let length = segment.body.count + 2
            return [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 0xFF)] + segment.body
        }
        file.insert(contentsOf: inserted, at: 2)
        return file
    }
}
