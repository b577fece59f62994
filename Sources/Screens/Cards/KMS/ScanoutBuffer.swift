import Glibc
import ScreensKMS
import ScreensLinux

/// A buffer that a screen can show, in ``DisplayPipe/buffers``.
final class ScanoutBuffer: Sendable {
    private let memory: DumbBuffer
    private let format: PixelFormat

    init(size: Size, format: PixelFormat, on device: CardDevice) throws(KMSError) {
        memory = try DumbBuffer(
            width: size.width, height: size.height, format: format.fourCC, bitsPerPixel: format.bytesPerPixel * 8,
            on: device)
        self.format = format
    }

    /// Makes `count` buffers. They are not cleared yet, so a mode that the driver refuses takes no memory.
    static func make(
        _ count: Int, size: Size, format: PixelFormat, on device: CardDevice
    ) throws(KMSError) -> [ScanoutBuffer] {
        var buffers: [ScanoutBuffer] = []
        for _ in 0..<count { buffers.append(try ScanoutBuffer(size: size, format: format, on: device)) }
        return buffers
    }

    /// Makes the buffer black.
    func clear() {
        memory.clear()
    }

    /// Leaves the picture of buffers on the screen when they are destroyed. Any of them may be shown, so each is left,
    /// even if one fails.
    ///
    /// - Returns: false if the kernel lacks the call.
    static func leave(_ buffers: [ScanoutBuffer]) -> Bool {
        buffers.map { $0.memory.leaveFramebuffer() }.allSatisfy(\.self)
    }

    var framebuffer: FramebufferID { memory.framebuffer }

    /// A fence that is signalled (``DumbBuffer/makeSignalledFence()``).
    func makeSignalledFence() -> OwnedDescriptor? { memory.makeSignalledFence() }

    /// Whether the kernel has removed its memory, for example with the card. A picture that is drawn there is not
    /// shown.
    var isLost: Bool { memory.isLost }

    /// - Throws: ``KMSError`` with `EFAULT` if its memory is lost.
    func requireMemory() throws(KMSError) {
        if isLost { throw KMSError(call: "mmap", object: "a buffer", errno: EFAULT) }
    }

    /// The pixels, valid as long as the buffer lives.
    var surface: ScanoutSurface {
        ScanoutSurface(
            base: memory.bytes, size: Size(width: memory.width, height: memory.height), stride: memory.stride,
            format: format)
    }

    /// Whether the processor reads the buffer about as fast as ordinary memory. Uncached memory takes ten times as long
    /// or more. Drivers do not report which kind they use.
    func readsFast() -> Bool {
        let count = min(memory.byteCount, 128 << 10)
        let ordinary = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
        let copy = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
        ordinary.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        defer {
            ordinary.deallocate()
            copy.deallocate()
        }
        // The fastest of several, since other load on the machine can only make it look slower.
        func time(_ source: UnsafeRawPointer) -> Int64 {
            (0..<4).map { _ in
                let start = MonotonicTime.now
                copy.copyMemory(from: source, byteCount: count)
                return MonotonicTime.now - start
            }.min() ?? .max
        }
        return time(memory.bytes) <= 3 * max(time(ordinary), 1)
    }
}
