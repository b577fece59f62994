import KMS

/// A plane that is lit on a CRTC: what is read for it, and where it goes.
struct CaptureLayer: Sendable, Hashable {
    /// The plane's property `type`.
    enum Kind: String, Sendable, Hashable {
        case primary, overlay, cursor
    }

    let kind: Kind
    let framebuffer: UInt32
    /// The part of the framebuffer, or nil where the driver does not say.
    let source: Rectangle?
    /// Where it is shown, which may reach outside of the picture.
    let destination: Rectangle
    /// Its place in the pile (`zpos`).
    let level: Int
    var transform = CaptureTransform.none
    /// 0 to 0xFFFF (`alpha`).
    var opacity: UInt32 = 0xFFFF
    var blending = CaptureBlending.premultiplied
}

extension CaptureLayer {
    /// - Returns: nil for a plane that shows nothing on this CRTC.
    init?(_ plane: Plane, on crtc: CRTC, size: Size) {
        guard plane.crtc == crtc.id, plane.framebuffer != 0 else { return nil }
        let properties = plane.properties
        func whole(_ name: String) -> Int? {
            properties[name].map { Int(Int32(truncatingIfNeeded: $0.value)) }
        }
        /// From 16.16 fixed point.
        func fixed(_ name: String, roundingUp: Bool) -> Int? {
            properties[name].map { Int(($0.value & 0xFFFF_FFFF) + (roundingUp ? 0xFFFF : 0)) >> 16 }
        }
        func rectangle(_ x: Int?, _ y: Int?, _ width: Int?, _ height: Int?) -> Rectangle? {
            guard let x, let y, let width, let height else { return nil }
            return Rectangle(x: x, y: y, width: width, height: height)
        }
        kind = plane.isPrimary ? .primary : plane.isCursor ? .cursor : .overlay
        framebuffer = plane.framebuffer
        let source = rectangle(
            fixed("SRC_X", roundingUp: false), fixed("SRC_Y", roundingUp: false), fixed("SRC_W", roundingUp: true),
            fixed("SRC_H", roundingUp: true))
        let destination = rectangle(whole("CRTC_X"), whole("CRTC_Y"), whole("CRTC_W"), whole("CRTC_H"))
        // Drivers without atomic commits have the picture's place at the CRTC, and that of the others nowhere.
        let wholePicture = Rectangle(x: Int(crtc.x), y: Int(crtc.y), width: size.width, height: size.height)
        self.source = source ?? (kind == .primary ? wholePicture : nil)
        self.destination = destination ?? Rectangle(size)
        let usual = kind == .primary ? 0 : kind == .overlay ? 1 : Int.max
        level = properties["zpos"].map { Int(truncatingIfNeeded: $0.value) } ?? usual
        transform = CaptureTransform(rotation: properties["rotation"]?.value ?? 1)
        opacity = UInt32(min(properties["alpha"]?.value ?? 0xFFFF, 0xFFFF))
        blending = CaptureBlending(mode: properties["pixel blend mode"]?.value ?? 0)
    }

    /// What a CRTC shows of itself, with drivers that list no plane for that.
    init(of crtc: CRTC, size: Size) {
        self.init(
            kind: .primary, framebuffer: crtc.framebuffer,
            source: Rectangle(x: Int(crtc.x), y: Int(crtc.y), width: size.width, height: size.height),
            destination: Rectangle(size), level: 0)
    }
}
