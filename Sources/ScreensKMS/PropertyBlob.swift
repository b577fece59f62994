import CScreensDRM
import Synchronization

/// A property blob in the kernel, destroyed with its owner.
package struct PropertyBlob: ~Copyable, Sendable {
    /// The value of the property that takes the blob.
    package let id: BlobID
    private let card: CardDevice

    /// Makes a blob of these bytes: ``ModeTimings/kernelBytes`` for `MODE_ID`, or the bytes of another blob. The
    /// corresponding C function is `drmModeCreatePropertyBlob`.
    package init(_ bytes: [UInt8], on card: CardDevice) throws(KMSError) {
        var id: UInt32 = 0
        let result = drmModeCreatePropertyBlob(card.descriptor, bytes, bytes.count, &id)
        guard result == 0 else { throw card.error("drmModeCreatePropertyBlob", "\(bytes.count) bytes", result) }
        self.id = BlobID(rawValue: id)
        self.card = card
    }

    deinit {
        _ = drmModeDestroyPropertyBlob(card.descriptor, id.rawValue)
    }
}

/// Blobs of a card by their bytes: each is made once, and lasts as long as the store.
///
/// The kernel keeps a blob that it uses for longer.
package final class BlobTable: Sendable {
    private final class Kept: Sendable {
        let blob: PropertyBlob

        init(_ blob: consuming PropertyBlob) {
            self.blob = blob
        }
    }

    private let card: CardDevice
    private let blobs = Mutex<[[UInt8]: Kept]>([:])

    /// A store without blobs.
    package init(on card: CardDevice) {
        self.card = card
    }

    /// The blob with these bytes. The corresponding C function is `drmModeCreatePropertyBlob`, where there is none yet.
    ///
    /// - Throws: ``KMSError`` where the kernel refuses it.
    package func id(of bytes: [UInt8]) throws(KMSError) -> BlobID {
        if let known = blobs.withLock({ $0[bytes]?.blob.id }) { return known }
        let kept = Kept(try PropertyBlob(bytes, on: card))
        blobs.withLock { $0[bytes] = kept }
        return kept.blob.id
    }

    /// The number that the kernel expects for a value.
    ///
    /// - Throws: ``KMSError`` where the kernel refuses a blob.
    package func number(_ value: PropertyValue) throws(KMSError) -> UInt64 {
        switch value {
        case .number(let number): number
        case .blob(let bytes): UInt64(try id(of: bytes).rawValue)
        }
    }
}

/// Rectangles as a property blob, for `FB_DAMAGE_CLIPS`.
package struct ClipBlob: ~Copyable, Sendable {
    /// The most rectangles that one holds.
    package static let capacity = 8

    /// The value of the property that takes the blob.
    package let id: BlobID
    private let card: CardDevice

    /// Makes a blob of the first `count` rectangles, without allocating. The corresponding C function is
    /// `drmModeCreatePropertyBlob`.
    ///
    /// - Parameter rectangle: gives the edges of each, in pixels; right and bottom are outside.
    /// - Returns: nil where the kernel refuses.
    package init?(
        count: Int, on card: CardDevice, _ rectangle: (Int) -> (left: Int, top: Int, right: Int, bottom: Int)
    ) {
        var clips = InlineArray<8, drm_mode_rect>(repeating: drm_mode_rect())
        let count = min(count, Self.capacity)
        for index in 0..<count {
            let edges = rectangle(index)
            clips[index] = drm_mode_rect(
                x1: Int32(clamping: edges.left), y1: Int32(clamping: edges.top), x2: Int32(clamping: edges.right),
                y2: Int32(clamping: edges.bottom))
        }
        var id: UInt32 = 0
        let size = count * MemoryLayout<drm_mode_rect>.stride
        let result = withUnsafeBytes(of: &clips) {
            drmModeCreatePropertyBlob(card.descriptor, $0.baseAddress, size, &id)
        }
        guard result == 0 else { return nil }
        self.id = BlobID(rawValue: id)
        self.card = card
    }

    deinit {
        _ = drmModeDestroyPropertyBlob(card.descriptor, id.rawValue)
    }
}
