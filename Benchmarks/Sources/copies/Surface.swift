import Glibc

@testable import Screens

/// A picture with its own memory, with every page present.
struct Surface {
    let pixels: PixelBuffer

    /// The memory is never freed.
    init(_ size: Size) {
        let stride = size.width * 4
        let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: 4096)
        memset(memory, 1, stride * size.height)
        pixels = PixelBuffer(base: memory, size: size, stride: stride)
    }
}
