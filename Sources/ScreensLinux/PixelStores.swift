import CScreensLinux

/// Fills memory with one 32-bit value, with the fastest stores of this machine. The corresponding C function is
/// `wmemset`.
@inlinable package func fillPixels(_ start: UnsafeMutablePointer<UInt32>, with value: UInt32, count: Int) {
    clinux_fill(start, value, count)
}

/// Copies pixels of 32 bits into ordinary memory, with the fastest stores of this machine. Source and target must not
/// overlap. The corresponding C function is `memcpy`.
@inlinable package func copyPixels(
    _ target: UnsafeMutablePointer<UInt32>, from source: UnsafePointer<UInt32>, count: Int
) {
    clinux_copy(target, source, count &* 4)
}
