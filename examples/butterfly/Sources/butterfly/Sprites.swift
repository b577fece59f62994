import Glibc
import Screens

/// The images of the butterfly, computed at the start.
struct Sprites: Sendable {
    private static let cells = 8
    private static let side = 192

    /// The phases of a beat of the wings. The butterfly looks up.
    let wings: SpriteSheet
    /// A soft round light.
    let glow: Image

    init() throws {
        let (cells, side) = (Self.cells, Self.side)
        let sheet = try Image(size: Size(width: cells * side, height: side)) { pixels in
            for y in 0..<side {
                for x in 0..<cells * side {
                    let phase = Double(x / side) / Double(cells)
                    let open = 0.7 + 0.3 * cos(2 * .pi * phase)
                    let place = (x: Double(x % side), y: Double(y))
                    pixels[y * cells * side + x] = Self.packed(Self.butterfly(at: place, open: open))
                }
            }
        }
        wings = try SpriteSheet(sheet, columns: cells, rows: 1)
        glow = try Image(size: Size(width: 64, height: 64)) { pixels in
            for index in 0..<64 * 64 {
                let (x, y) = (Double(index % 64) - 31.5, Double(index / 64) - 31.5)
                let light = max(0, 1 - (x * x + y * y).squareRoot() / 31)
                pixels[index] = Self.packed(SIMD4(repeating: light * light))
            }
        }
    }

    /// Returns the colour of a pixel, from back to front: red, green, blue and alpha from 0 to 1, premultiplied.
    private static func butterfly(at pixel: (x: Double, y: Double), open: Double) -> SIMD4<Double> {
        let half = Double(side) / 2
        let (x, y) = ((pixel.x + 0.5 - half) / half, (pixel.y + 0.5 - half) / half)
        // Both wings are alike, and narrower the more they are closed.
        let across = abs(x) / open
        let lower = Ellipse(x: 0.36, y: 0.34, width: 0.36, height: 0.27, angle: 0.75)
        let upper = Ellipse(x: 0.47, y: -0.28, width: 0.52, height: 0.32, angle: -0.62)
        let body = Ellipse(x: 0, y: 0.02, width: 0.055, height: 0.4, angle: 0)
        let shade = 0.55 + 0.45 * open

        var color = SIMD4<Double>.zero
        for (wing, tone) in [(lower, 0.75), (upper, 1)] {
            let depth = wing.depth(x: across, y: y)
            let cover = min(max(depth * half * 0.3, 0), 1)
            let vein = abs(sin(9 * atan2(y, across + 0.05))) < 0.12 ? 0.6 : 1
            let rim = depth < 0.17
            let spot = rim && sin(22 * atan2(y - wing.y, across - wing.x)) > 0.75 && depth > 0.05
            let scale = SIMD3(1, 0.62 * tone - 0.2 * depth, 0.1)
            let ink = spot ? SIMD3(1, 0.95, 0.85) : rim ? SIMD3(0.16, 0.07, 0.05) : scale
            color = over(SIMD4(ink * shade * (rim ? 1 : vein), 1) * cover, color)
        }
        let feeler = y < -0.3 && y > -0.72 && abs(abs(x) - 0.02 - 0.9 * (y + 0.3) * (y + 0.3)) < 0.014
        let trunk = feeler ? 1 : min(max(body.depth(x: x, y: y) * half * 0.06, 0), 1)
        return over(SIMD4(0.3, 0.2, 0.15, 1) * trunk, color)
    }

    private static func over(_ front: SIMD4<Double>, _ back: SIMD4<Double>) -> SIMD4<Double> {
        front + back * (1 - front.w)
    }

    private static func packed(_ color: SIMD4<Double>) -> UInt32 {
        let bytes = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<Int>((color * 255).rounded(.toNearestOrEven)))
        return bytes.w << 24 | bytes.x << 16 | bytes.y << 8 | bytes.z
    }
}

/// A part of a wing, in halves of the cell.
private struct Ellipse {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let angle: Double

    /// Returns 1 in the middle, 0 at the edge, and a negative number outside.
    func depth(x: Double, y: Double) -> Double {
        let (dx, dy) = (x - self.x, y - self.y)
        let along = (dx * cos(angle) + dy * sin(angle)) / width
        let across = (dy * cos(angle) - dx * sin(angle)) / height
        return 1 - (along * along + across * across).squareRoot()
    }
}
