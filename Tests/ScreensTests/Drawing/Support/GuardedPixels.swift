import Glibc

@testable import Screens

/// Pixels between two inaccessible pages: an access outside ends the test.
final class GuardedPixels {
    /// The side on which the pixels adjoin an inaccessible page.
    enum Side: CaseIterable { case left, right }

    /// The pixels, XRGB8888 with any content.
    let pixels: PixelBuffer
    let bytesPerPixel: Int
    private let mapping: UnsafeMutableRawPointer
    private let mapped: Int

    /// Makes pixels with a pattern, and without padding after the last row.
    init(_ width: Int, _ height: Int, gap: Int = 0, bytesPerPixel: Int = 4, side: Side = .right) {
        let stride = width * bytesPerPixel + gap
        let used = (height - 1) * stride + width * bytesPerPixel
        let page = sysconf(Int32(_SC_PAGESIZE))
        let room = (used + page - 1) / page * page
        mapped = room + 2 * page
        mapping = mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        mprotect(mapping, page, PROT_NONE)
        mprotect(mapping + page + room, page, PROT_NONE)
        self.bytesPerPixel = bytesPerPixel
        let start = mapping + page + (side == .left ? 0 : room - used)
        pixels = PixelBuffer(base: start, size: Size(width: width, height: height), stride: stride)
        for index in 0..<used {
            start.storeBytes(of: UInt8(truncatingIfNeeded: index &* 37), toByteOffset: index, as: UInt8.self)
        }
    }

    deinit {
        munmap(mapping, mapped)
    }

    var size: Size { pixels.size }

    /// All bytes, including padding.
    var bytes: [UInt8] {
        let used = (size.height - 1) * pixels.stride + size.width * bytesPerPixel
        return [UInt8](UnsafeRawBufferPointer(start: pixels.base, count: used))
    }

    subscript(x: Int, y: Int) -> UInt32 {
        get { pixels.row(y)[x] }
        set { pixels.row(y)[x] = newValue }
    }

    /// Draws random colours with a highest byte of 0.
    func paint() {
        for y in 0..<size.height { for x in 0..<size.width { self[x, y] = .random(in: 0...0xFF_FFFF) } }
    }

    /// Draws random premultiplied pixels: runs of opaque, transparent and other pixels.
    func paintWithAlpha() {
        for y in 0..<size.height {
            for x in 0..<size.width {
                let alpha: UInt32 = [0, 255, .random(in: 0...255)][(x / 9 + y) % 3]
                self[x, y] = (0..<3).reduce(alpha << 24) { $0 | UInt32.random(in: 0...alpha) << (8 * UInt32($1)) }
            }
        }
    }

    /// Returns the expected bytes if `pixel` returns the new pixels, and nil for unchanged pixels.
    func expecting(_ pixel: (_ x: Int, _ y: Int) -> UInt32?) -> [UInt8] {
        var bytes = self.bytes
        for y in 0..<size.height {
            for x in 0..<size.width {
                guard let value = pixel(x, y) else { continue }
                for index in 0..<bytesPerPixel {
                    bytes[y * pixels.stride + x * bytesPerPixel + index] = UInt8(
                        truncatingIfNeeded: value >> (8 * UInt32(index)))
                }
            }
        }
        return bytes
    }
}
