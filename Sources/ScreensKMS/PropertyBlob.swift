import CScreensDRM
import Synchronization

/// A property blob in the kernel, which its owner destroys.
package struct PropertyBlob: ~Copyable, Sendable {
    /// The id, which is the value of the property with the blob.
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

/// The blobs of a card by their bytes: each is made once, and lasts as long as the table.
///
/// The kernel keeps a blob longer if it uses it.
package final class BlobTable: Sendable {
    private final class Kept: Sendable {
        let blob: PropertyBlob

        init(_ blob: consuming PropertyBlob) {
            self.blob = blob
        }
    }

    private let card: CardDevice
    private let blobs = Mutex<[[UInt8]: Kept]>([:])

    /// Makes a table without blobs.
    package init(on card: CardDevice) {
        self.card = card
    }

    /// Returns the blob with these bytes, and makes it if there is none yet. The corresponding C function is
    /// `drmModeCreatePropertyBlob`.
    ///
    /// - Throws: ``KMSError`` if the kernel refuses it.
    package func id(of bytes: [UInt8]) throws(KMSError) -> BlobID {
        if let known = blobs.withLock({ $0[bytes]?.blob.id }) { return known }
        let kept = Kept(try PropertyBlob(bytes, on: card))
        blobs.withLock { $0[bytes] = kept }
        return kept.blob.id
    }

    /// Returns the kernel's number for a value.
    ///
    /// - Throws: ``KMSError`` if the kernel refuses a blob.
    package func number(_ value: PropertyValue) throws(KMSError) -> UInt64 {
        switch value {
        case .number(let number): number
        case .blob(let bytes): UInt64(try id(of: bytes).rawValue)
        }
    }
}

/// Rectangles as a property blob, for `FB_DAMAGE_CLIPS`.
package struct ClipBlob: ~Copyable, Sendable {
    /// The most rectangles of one blob.
    package static let capacity = 8

    /// The id, which is the value of the property with the blob.
    package let id: BlobID
    private let card: CardDevice

    /// Makes a blob of the first `count` rectangles, without allocating. The corresponding C function is
    /// `drmModeCreatePropertyBlob`.
    ///
    /// - Parameter rectangle: returns the edges of each rectangle, in pixels; right and bottom are exclusive.
    /// - Returns: nil if the kernel refuses.
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
