import CScreensLinux

/// Copies pixels of 32 bits into ordinary memory, by the fastest stores of this machine. Source and target are not the same memory.
/// The corresponding C function is `memcpy`.
@inlinable package func copyPixels(
    _ target: UnsafeMutablePointer<UInt32>, from source: UnsafePointer<UInt32>, count: Int
) {
    clinux_copy(target, source, count &* 4)
}
