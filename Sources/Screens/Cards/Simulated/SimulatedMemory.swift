import Glibc
import ScreensKMS
import Synchronization

/// The memory for the buffers of the cards of one document. It is bounded, since a document may have any number of
/// large displays.
final class SimulatedMemory: Sendable {
    /// A part of the memory, which is free again when this object is released.
    final class Share: Sendable {
        private let bytes: Int
        private let memory: SimulatedMemory

        fileprivate init(_ bytes: Int, of memory: SimulatedMemory) {
            self.bytes = bytes
            self.memory = memory
        }

        deinit { memory.free.withLock { $0 += bytes } }
    }

    /// The standard size in bytes: enough for three buffers on each of four 4K displays, or on one 8K display.
    static let standard = 512 << 20

    private let total: Int
    private let free: Mutex<Int>

    init(bytes: Int = standard) {
        total = bytes
        free = Mutex(bytes)
    }

    /// - Throws: ``KMSError`` with `ENOMEM`, as a card's driver does, if less is free.
    func share(for count: Int, size: Size, format: PixelFormat) throws(KMSError) -> Share {
        let bytes = count * size.width * size.height * format.bytesPerPixel
        let isTaken = free.withLock { free in
            guard bytes <= free else { return false }
            free -= bytes
            return true
        }
        guard isTaken else {
            throw KMSError(call: "a framebuffer", object: "\(size.width)x\(size.height)", errno: ENOMEM)
        }
        return Share(bytes, of: self)
    }

    /// The free part, in a clause for people.
    var state: String {
        "\(free.withLock(\.self) >> 20) of \(total >> 20) MiB for the buffers of simulated cards are free"
    }
}
