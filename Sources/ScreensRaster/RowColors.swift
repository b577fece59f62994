/// A change of the colours of a row.
package enum RowColors {
    /// The colours stay unchanged.
    case asDrawn
    /// Each channel is multiplied by this / 255, rounded to the nearest.
    case dimmed(UInt8)
    /// Each channel is replaced: 256 values for blue, then for green, then for red, each at its place in XRGB8888. The
    /// memory must be valid until the kernel returns.
    case table(UnsafePointer<UInt32>)

    var areAsDrawn: Bool {
        if case .asDrawn = self { return true }
        return false
    }

    /// Changes a row of XRGB8888 without allocating.
    package func change(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
        switch self {
        case .asDrawn: break
        case .dimmed(let level): DimKernel.row(row, row, count: count, level: level)
        case .table(let blue):
            let (green, red) = (blue + 256, blue + 512)
            for x in 0..<count {
                let pixel = row[x]
                row[x] = blue[Int(pixel & 0xFF)] | green[Int(pixel &>> 8 & 0xFF)] | red[Int(pixel &>> 16 & 0xFF)]
            }
        }
    }
}
