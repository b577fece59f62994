import Screens

/// The format of a stream.
struct VideoFormat: Sendable {
    var width: Int
    var height: Int
    var frameDuration = Duration.seconds(1) / 30

    /// The size of a colour plane, which has a value for each two columns and rows.
    var chroma: (width: Int, height: Int) { ((width + 1) / 2, (height + 1) / 2) }
    var byteCount: Int { width * height + 2 * chroma.width * chroma.height }
}

/// A picture of a stream: its planes Y, Cb and Cr.
struct VideoFrame: Sendable {
    let number: Int
    let bytes: [UInt8]

    /// Converts the frame into pixels of a rectangle, and sets all other pixels to black.
    func write(to surface: UnsafeSurface, in area: Rectangle, _ format: VideoFormat) {
        // Limited range, times 256: BT.709 for high definition, BT.601 for the rest.
        let (red, greenBlue, greenRed, blue): (Int32, Int32, Int32, Int32) =
            format.height >= 720 ? (459, -55, -136, 541) : (409, -100, -208, 516)
        // No sum can overflow, so the operators are unchecked: these are the steps of each pixel.
        let columns = (0..<area.width).map { $0 * format.width / area.width }
        let (chroma, start) = (format.chroma, format.width * format.height)
        bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<surface.size.height {
                let row = (surface.baseAddress + y * surface.bytesPerRow).assumingMemoryBound(to: UInt32.self)
                row.update(repeating: 0, count: surface.size.width)
                guard y >= area.y, y < area.maxY else { continue }
                let line = (y - area.y) * format.height / area.height
                let luma = line * format.width
                let blues = start + line / 2 * chroma.width
                let reds = blues + chroma.width * chroma.height
                for (index, x) in columns.enumerated() {
                    let light = 298 &* (Int32(bytes[luma &+ x]) &- 16) &+ 128
                    let cb = Int32(bytes[blues &+ (x >> 1)]) &- 128
                    let cr = Int32(bytes[reds &+ (x >> 1)]) &- 128
                    row[area.x &+ index] =
                        byte(light &+ red &* cr) << 16 | byte(light &+ greenBlue &* cb &+ greenRed &* cr) << 8
                        | byte(light &+ blue &* cb)
                }
            }
        }
    }
}

private func byte(_ value: Int32) -> UInt32 {
    UInt32(min(max(value >> 8, 0), 255))
}
