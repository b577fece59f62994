import Screens

/// Prints a line of JSON for each operation and size: the pixels per second of the library, and of pixman or Cairo.
@main struct Main {
    private static let sizes = [(64, 64), (640, 480), (1920, 1080), (3840, 2160)].map { Size(width: $0, height: $1) }

    static func main() async throws {
        for size in sizes {
            let pictures = try PictureWorks(size)
            pictures.fill()
            pictures.blend()
            for factor in [(2, 3), (3, 2)] { try pictures.scale(from: factor) }
            pictures.rotate()
            pictures.rotateByQuarters()
        }
        let sprites = try SpriteWorks(Size(width: 1920, height: 1080))
        for interpolation in Interpolation.allCases { sprites.sprites(interpolation) }
        sprites.outlines()
        sprites.lines()
        let layers = try await LayerWorks()
        try layers.picture()
        try layers.opacity()
        try layers.strip()
        try layers.unchanged()
    }
}
