import CLinux
import Glibc

/// Rows of XRGB8888 pixels in memory that somebody else owns and keeps.
struct PixelBuffer: @unchecked Sendable {
    // Unchecked for the pointer: whose turn it is to touch the memory is decided by the owner.

    let base: UnsafeMutableRawPointer
    let size: Size
    /// Bytes from one row to the next.
    let stride: Int

    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (base + y * stride).assumingMemoryBound(to: UInt32.self)
    }

    /// Copies rectangles that lie inside both, row by row: only writes to `self`, only reads from `source`.
    func copy(_ damage: Damage, from source: PixelBuffer) {
        for index in 0..<damage.count {
            let rectangle = damage[index].intersection(Rectangle(size)).intersection(Rectangle(source.size))
            guard !rectangle.isEmpty else { continue }
            if rectangle.width == size.width, stride == source.stride {
                // Rows without a gap in one go: large copies take ways past the caches that short ones cannot.
                // But for what follows the last one, which may be nobody's where either is a part of another.
                memcpy(
                    row(rectangle.y), source.row(rectangle.y),
                    (rectangle.height - 1) * stride + rectangle.width * 4)
                continue
            }
            for y in rectangle.y..<rectangle.maxY {
                memcpy(row(y) + rectangle.x, source.row(y) + rectangle.x, rectangle.width * 4)
            }
        }
    }

    /// A part of it that lies inside.
    func part(_ rectangle: Rectangle) -> PixelBuffer {
        PixelBuffer(base: base + rectangle.y * stride + rectangle.x * 4, size: rectangle.size, stride: stride)
    }

    func fill(_ rectangle: Rectangle, with pixel: UInt32) {
        let rectangle = rectangle.intersection(Rectangle(size))
        guard !rectangle.isEmpty else { return }
        if rectangle.width == size.width, stride == size.width * 4 {
            clinux_fill(row(rectangle.y), pixel, rectangle.area)
        } else {
            for y in rectangle.y..<rectangle.maxY { clinux_fill(row(y) + rectangle.x, pixel, rectangle.width) }
        }
    }
}
