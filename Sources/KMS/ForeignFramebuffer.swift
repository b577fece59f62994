import CLibDRM

/// A framebuffer that somebody has made, mostly another program, to be read.
///
/// Its memory stays as long as this lives, even where its maker removes it meanwhile.
public struct ForeignFramebuffer: ~Copyable, Sendable {
    public let id: UInt32
    public let width: Int
    public let height: Int
    /// `DRM_FORMAT_*`.
    public let format: UInt32
    /// `DRM_FORMAT_MOD_*`: how the pixels are laid out; nil where the driver does not say.
    public let modifier: UInt64?
    /// Bytes from one row to the next.
    public let stride: Int
    /// Bytes before the first row.
    public let offset: Int
    let card: CardDevice
    /// The kernel gives one handle for each plane of the format: the same number again where planes share memory. It
    /// counts once, and is closed once.
    private let handles: [UInt32]

    /// Looks a framebuffer up by its id. The corresponding C function is `drmModeGetFB2`.
    ///
    /// - Throws: ``KMSError`` with `ENOENT` where it has gone, `EINVAL` where the kernel is older than 5.7.
    public init(_ id: UInt32, on card: CardDevice) throws(KMSError) {
        guard let pointer = drmModeGetFB2(card.descriptor, id) else {
            throw card.error("drmModeGetFB2", "framebuffer \(id)")
        }
        defer { drmModeFreeFB2(pointer) }
        let raw = pointer.pointee
        self.id = id
        self.card = card
        width = Int(raw.width)
        height = Int(raw.height)
        format = raw.pixel_format
        let isModifierKnown =
            raw.flags & UInt32(DRM_MODE_FB_MODIFIERS) != 0 && raw.modifier != CDRM_FORMAT_MOD_INVALID
        modifier = isModifierKnown ? raw.modifier : nil
        stride = Int(raw.pitches.0)
        offset = Int(raw.offsets.0)
        var handles: [UInt32] = []
        for handle in [raw.handles.0, raw.handles.1, raw.handles.2, raw.handles.3]
        where handle != 0 && !handles.contains(handle) {
            handles.append(handle)
        }
        self.handles = handles
    }

    /// What leads to the memory of the first plane; nil where the kernel keeps it back, as from everybody but root
    /// (`CAP_SYS_ADMIN`) and the card's master.
    public var handle: UInt32? { handles.first }

    /// Whether the pixels are in rows, one after the other, as far as the driver says how they are.
    public var isLinear: Bool { modifier == nil || modifier == CDRM_FORMAT_MOD_LINEAR }

    deinit {
        for handle in handles { _ = drmCloseBufferHandle(card.descriptor, handle) }
    }
}
