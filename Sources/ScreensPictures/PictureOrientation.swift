import Screens

/// The orientation of a stored picture, as numbered by EXIF.
enum PictureOrientation: Int, Sendable, Hashable, CaseIterable {
    case up = 1
    case mirrored, rotated180, flipped, transposed, rotated90, transversed, rotated270

    /// The size of the upright picture.
    func size(of stored: Size) -> Size {
        rawValue < 5 ? stored : Size(width: stored.height, height: stored.width)
    }

    /// The stored place of a pixel of the upright picture.
    func source(ofX x: Int, y: Int, in stored: Size) -> (x: Int, y: Int) {
        let right = stored.width - 1
        let bottom = stored.height - 1
        return switch self {
        case .up: (x, y)
        case .mirrored: (right - x, y)
        case .rotated180: (right - x, bottom - y)
        case .flipped: (x, bottom - y)
        case .transposed: (y, x)
        case .rotated90: (y, bottom - x)
        case .transversed: (right - y, bottom - x)
        case .rotated270: (right - y, x)
        }
    }
}
