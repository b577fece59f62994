/// Rows of pixels in memory, of 32 bits each. It does not own the memory.
package struct PixelRows: @unchecked Sendable {
    // Unchecked because of the pointer: the owner of the memory decides which thread may use it.

    package let base: UnsafeMutableRawPointer
    /// Bytes from one row to the next.
    package let stride: Int
    package let width: Int
    package let height: Int

    package init(base: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int) {
        self.base = base
        self.stride = stride
        self.width = width
        self.height = height
    }

    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (base + y &* stride).assumingMemoryBound(to: UInt32.self)
    }

    /// A part inside the rows.
    package func part(_ area: PixelArea) -> PixelRows {
        PixelRows(
            base: base + (area.y &* stride &+ area.x &* 4), stride: stride, width: area.width, height: area.height)
    }
}

/// A rectangle of pixels; never empty where a kernel takes it, and inside what the kernel writes.
package struct PixelArea {
    var x: Int
    var y: Int
    let width: Int
    let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    @inline(__always)
    var maxX: Int { x &+ width }
    @inline(__always)
    var maxY: Int { y &+ height }
}
