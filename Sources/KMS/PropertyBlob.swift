import CLibDRM

/// A property blob in the kernel, destroyed with its owner.
public struct PropertyBlob: ~Copyable, Sendable {
    public let id: UInt32
    private let card: CardDevice

    /// Makes a blob of these bytes: ``ModeTimings/kernelBytes`` for `MODE_ID`, or what another blob was read as.
    ///
    /// The corresponding C function is `drmModeCreatePropertyBlob`.
    public init(_ bytes: [UInt8], on card: CardDevice) throws(KMSError) {
        var id: UInt32 = 0
        let result = drmModeCreatePropertyBlob(card.descriptor, bytes, bytes.count, &id)
        guard result == 0 else { throw card.error("drmModeCreatePropertyBlob", "\(bytes.count) bytes", result) }
        self.id = id
        self.card = card
    }

    deinit {
        _ = drmModeDestroyPropertyBlob(card.descriptor, id)
    }
}
