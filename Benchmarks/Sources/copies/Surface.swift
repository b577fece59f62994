import Glibc

@testable import Screens

/// A picture in memory of its own, every page of it in place.
struct Surface {
    let pixels: PixelBuffer

    /// It lasts as long as the program.
    init(_ size: Size) {
        let stride = size.width * 4
        let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: 4096)
        memset(memory, 1, stride * size.height)
        pixels = PixelBuffer(base: memory, size: size, stride: stride)
    }
}
