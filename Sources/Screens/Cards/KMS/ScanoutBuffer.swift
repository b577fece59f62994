import KMS

/// A buffer that a screen shows, among others in its pipe's list.
final class ScanoutBuffer: Sendable {
    private let memory: DumbBuffer

    init(size: Size, on device: CardDevice) throws(KMSError) {
        memory = try DumbBuffer(width: size.width, height: size.height, on: device)
    }

    /// So many of them, not cleared yet: a mode that the driver refuses needs no memory.
    static func make(_ count: Int, size: Size, on device: CardDevice) throws(KMSError) -> [ScanoutBuffer] {
        var buffers: [ScanoutBuffer] = []
        for _ in 0..<count { buffers.append(try ScanoutBuffer(size: size, on: device)) }
        return buffers
    }

    /// Makes it black.
    func clear() {
        memory.clear()
    }

    var framebuffer: UInt32 { memory.framebuffer }

    /// Its pixels, for as long as it lives.
    var pixels: PixelBuffer {
        PixelBuffer(base: memory.bytes, size: Size(width: memory.width, height: memory.height), stride: memory.stride)
    }
}
