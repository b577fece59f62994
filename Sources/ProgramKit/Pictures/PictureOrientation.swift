import Screens

/// How a camera was held, in the numbers of EXIF: what has to be done to the stored picture.
package enum PictureOrientation: Int, Sendable, Hashable, CaseIterable {
    case up = 1
    case mirrored, turnedAround, flipped, transposed, turnedRight, transversed, turnedLeft

    /// The size of the picture that is seen.
    package func size(of stored: Size) -> Size {
        rawValue < 5 ? stored : Size(width: stored.height, height: stored.width)
    }

    /// Where a pixel that is seen is stored.
    package func source(ofX x: Int, y: Int, in stored: Size) -> (x: Int, y: Int) {
        let right = stored.width - 1
        let bottom = stored.height - 1
        return switch self {
        case .up: (x, y)
        case .mirrored: (right - x, y)
        case .turnedAround: (right - x, bottom - y)
        case .flipped: (x, bottom - y)
        case .transposed: (y, x)
        case .turnedRight: (y, bottom - x)
        case .transversed: (right - y, bottom - x)
        case .turnedLeft: (right - y, x)
        }
    }
}
