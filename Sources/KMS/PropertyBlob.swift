import CLibDRM

/// A property blob in the kernel, destroyed with its owner.
public struct PropertyBlob: ~Copyable, Sendable {
    public let id: UInt32
    private let card: CardDevice

    /// Makes the blob of a mode for `MODE_ID`. The corresponding C function is `drmModeCreatePropertyBlob`.
    public init(mode: ModeTimings, on card: CardDevice) throws(KMSError) {
        var info = mode.kernelInfo
        var id: UInt32 = 0
        let result = drmModeCreatePropertyBlob(card.descriptor, &info, MemoryLayout<drmModeModeInfo>.size, &id)
        guard result == 0 else { throw card.error("drmModeCreatePropertyBlob", "mode \(mode.name)", result) }
        self.id = id
        self.card = card
    }

    deinit {
        _ = drmModeDestroyPropertyBlob(card.descriptor, id)
    }
}
