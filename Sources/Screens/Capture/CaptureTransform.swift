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

    /// The nearest source pixel of a destination pixel, for any sizes.
    func source(ofX x: Int, y: Int, in destination: Size, from source: Size) -> (x: Int, y: Int) {
        // Computed for the middle of the pixel.
        let isTurned = quarters % 2 == 1
        let across = (2 * x + 1) * (isTurned ? source.height : source.width) / (2 * destination.width)
        let down = (2 * y + 1) * (isTurned ? source.width : source.height) / (2 * destination.height)
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
