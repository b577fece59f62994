import ScreensKMS

/// A visible plane of a CRTC: its framebuffer and its place in the picture.
struct CaptureLayer: Sendable, Hashable {
    /// The plane's property `type`.
    enum Kind: String, Sendable, Hashable {
        case primary, overlay, cursor
    }

    let kind: Kind
    let framebuffer: FramebufferID
    /// The part of the framebuffer, or nil if the driver does not report it.
    let source: Rectangle?
    /// The place in the picture, which the layer may exceed.
    let destination: Rectangle
    /// Its stacking order (`zpos`).
    let level: Int
    var transform = CaptureTransform.none
    /// The opacity, 0 to 0xFFFF (`alpha`).
    var opacity: UInt32 = 0xFFFF
    var blending = CaptureBlending.premultiplied
    /// The conversion of luma and chroma by the plane (`COLOR_ENCODING`, `COLOR_RANGE`).
    var matrix = ColorMatrix.bt601
    var range = ColorRange.limited
}

extension CaptureLayer {
    /// - Returns: nil for a plane that is not visible on this CRTC.
    init?(_ plane: Plane, on crtc: CRTC, size: Size) {
        guard plane.crtc == crtc.id, let shown = plane.framebuffer else { return nil }
        let properties = plane.properties
        func whole(_ name: String) -> Int? {
            properties[name].map { Int(Int32(truncatingIfNeeded: $0.value)) }
        }
        /// A 16.16 fixed-point number as an integer, rounded up or down.
        func fixed(_ name: String, roundingUp: Bool) -> Int? {
            properties[name].map { Int(($0.value & 0xFFFF_FFFF) + (roundingUp ? 0xFFFF : 0)) >> 16 }
        }
        func rectangle(_ x: Int?, _ y: Int?, _ width: Int?, _ height: Int?) -> Rectangle? {
            guard let x, let y, let width, let height else { return nil }
            return Rectangle(x: x, y: y, width: width, height: height)
        }
        kind = plane.isPrimary ? .primary : plane.isCursor ? .cursor : .overlay
        framebuffer = shown
        let source = rectangle(
            fixed("SRC_X", roundingUp: false), fixed("SRC_Y", roundingUp: false), fixed("SRC_W", roundingUp: true),
            fixed("SRC_H", roundingUp: true))
        let destination = rectangle(whole("CRTC_X"), whole("CRTC_Y"), whole("CRTC_W"), whole("CRTC_H"))
        // Drivers without atomic commits report the primary plane's place at the CRTC, and no place of other planes.
        let wholePicture = Rectangle(x: Int(crtc.x), y: Int(crtc.y), width: size.width, height: size.height)
        self.source = source ?? (kind == .primary ? wholePicture : nil)
        self.destination = destination ?? Rectangle(size)
        let usual = kind == .primary ? 0 : kind == .overlay ? 1 : Int.max
        level = properties["zpos"].map { Int(truncatingIfNeeded: $0.value) } ?? usual
        transform = CaptureTransform(rotation: properties["rotation"]?.value ?? 1)
        opacity = UInt32(min(properties["alpha"]?.value ?? 0xFFFF, 0xFFFF))
        blending = CaptureBlending(mode: properties["pixel blend mode"]?.value ?? 0)
        func isChosen(_ choice: String, _ name: String) -> Bool {
            properties[name].map { $0.choices[choice] == $0.value } ?? false
        }
        matrix = ColorMatrix.allCases.first { isChosen($0.planeChoice, "COLOR_ENCODING") } ?? .bt601
        range = ColorRange.allCases.first { isChosen($0.planeChoice, "COLOR_RANGE") } ?? .limited
    }

    /// Makes the layer of the CRTC's own framebuffer, for drivers that list no primary plane.
    ///
    /// - Returns: nil if the CRTC has no framebuffer.
    init?(of crtc: CRTC, size: Size) {
        guard let framebuffer = crtc.framebuffer else { return nil }
        self.init(
            kind: .primary, framebuffer: framebuffer,
            source: Rectangle(x: Int(crtc.x), y: Int(crtc.y), width: size.width, height: size.height),
            destination: Rectangle(size), level: 0)
    }
}

/// How a plane is blended (`pixel blend mode`).
enum CaptureBlending: Sendable, Hashable {
    /// The colours are premultiplied by alpha.
    case premultiplied
    /// The colours are not premultiplied.
    case coverage
    /// Alpha is ignored.
    case opaque

    /// - Parameter mode: `DRM_MODE_BLEND_*`.
    init(mode: UInt64) {
        self = mode == 1 ? .coverage : mode == 2 ? .opaque : .premultiplied
    }

    /// Blends a pixel over another one.
    ///
    /// - Parameters:
    ///   - pixel: the upper pixel, ARGB8888.
    ///   - below: the lower pixel, XRGB8888.
    ///   - opacity: the opacity of the whole plane, 0 to 0xFFFF.
    func blend(_ pixel: UInt32, over below: UInt32, opacity: UInt32) -> UInt32 {
        let own = self == .opaque ? 255 : pixel >> 24
        if own == 255, opacity == 0xFFFF { return pixel & 0xFF_FFFF }
        let weight = self == .coverage ? own * opacity / 255 : opacity
        let rest = 0xFFFF - own * opacity / 255
        var result: UInt32 = 0
        for shift in [0, 8, 16] as [UInt32] {
            let sum = (pixel >> shift & 0xFF) * weight + (below >> shift & 0xFF) * rest
            // Colours above their own alpha would overflow.
            result |= min((sum + 0x7FFF) / 0xFFFF, 255) << shift
        }
        return result
    }
}

/// The transform of a plane (`rotation`): a reflection, then a counterclockwise rotation.
struct CaptureTransform: Sendable, Hashable {
    /// The number of rotations by 90°, 0 to 3.
    private let quarters: Int
    private let reflectsX: Bool
    private let reflectsY: Bool

    static let none = CaptureTransform(rotation: 1)

    /// - Parameter rotation: `DRM_MODE_ROTATE_*` and `DRM_MODE_REFLECT_*`.
    init(rotation: UInt64) {
        quarters = rotation & 2 != 0 ? 1 : rotation & 4 != 0 ? 2 : rotation & 8 != 0 ? 3 : 0
        reflectsX = rotation & 16 != 0
        reflectsY = rotation & 32 != 0
    }

    /// The source pixel nearest to a destination pixel, for any sizes.
    func source(ofX x: Int, y: Int, in destination: Size, from source: Size) -> (x: Int, y: Int) {
        // The source is computed for the middle of the pixel.
        let isRotatedByAQuarter = quarters % 2 == 1
        let across = (2 * x + 1) * (isRotatedByAQuarter ? source.height : source.width) / (2 * destination.width)
        let down = (2 * y + 1) * (isRotatedByAQuarter ? source.width : source.height) / (2 * destination.height)
        var place: (x: Int, y: Int) =
            switch quarters {
            case 1: (source.width - 1 - down, across)
            case 2: (source.width - 1 - across, source.height - 1 - down)
            case 3: (down, source.height - 1 - across)
            default: (across, down)
            }
        if reflectsX { place.x = source.width - 1 - place.x }
        if reflectsY { place.y = source.height - 1 - place.y }
        return place
    }
}
