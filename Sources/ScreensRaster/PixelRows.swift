/// Rows of pixels of 32 bits in memory that another object owns.
package struct PixelRows: @unchecked Sendable {
    // Unchecked because of the pointer: the owner of the memory decides which thread may use it.

    package let base: UnsafeMutableRawPointer
    /// The number of bytes from one row to the next.
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

    /// Returns a part inside the rows.
    package func part(_ area: PixelArea) -> PixelRows {
        PixelRows(
            base: base + (area.y &* stride &+ area.x &* 4), stride: stride, width: area.width, height: area.height)
    }
}

/// A rectangle of pixels. Kernels require that it is not empty, and that it is inside the memory that they write.
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
