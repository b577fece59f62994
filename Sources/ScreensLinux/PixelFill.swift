import CScreensLinux

/// Fills memory with one 32-bit value, by the fastest stores of this machine. The corresponding C function is `wmemset`.
@inlinable package func fillPixels(_ start: UnsafeMutablePointer<UInt32>, with value: UInt32, count: Int) {
    clinux_fill(start, value, count)
}
