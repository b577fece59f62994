import ScreensKMS

/// The part of a framebuffer that a plane shows, and its place on the screen, without scaling and rotation by the
/// plane.
struct PlanePlace: Sendable, Hashable {
    /// The size of the part of the framebuffer.
    let source: Size
    /// The place on the CRTC.
    let target: Rectangle

    /// The plane's properties for it, `SRC_*` and `CRTC_*`.
    var properties: [(name: String, value: UInt64)] {
        [
            // The source is in 16.16 fixed point.
            ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", UInt64(source.width) << 16), ("SRC_H", UInt64(source.height) << 16),
            ("CRTC_X", UInt64(bitPattern: Int64(target.x))), ("CRTC_Y", UInt64(bitPattern: Int64(target.y))),
            ("CRTC_W", UInt64(target.width)), ("CRTC_H", UInt64(target.height)),
        ]
    }
}

extension ScanoutPlan {
    /// The place of the plan's buffers.
    var place: PlanePlace { PlanePlace(source: buffer, target: planeTarget) }
}
