import CPixman
import Contest

@testable import Screens

/// Prints a line of JSON for each operation and size: the pixels per second of the library and of pixman.
@main struct Main {
    private static let sizes = [(64, 64), (640, 480), (1920, 1080), (3840, 2160)].map { Size(width: $0, height: $1) }
    private static let one = pixman_fixed_t(65536)

    static func main() {
        for size in sizes {
            plain(size)
            for factor in [(2, 3), (3, 2)] { scale(size, from: factor) }
            turn(size)
        }
    }

    private static func plain(_ size: Size) {
        let target = Sheet(size)
        let source = Sheet(size)
        let clear = Sheet(size, hasAlpha: true)
        let all = Rectangle(size)
        let pixels = target.pixels
        compare("fill", size) {
            pixels.fill(all, with: 0x20_4060)
        } pixman: {
            pixman_fill(
                pixels.row(0), Int32(pixels.stride / 4), 32, 0, 0, Int32(size.width), Int32(size.height), 0x20_4060)
        }
        compare("blit", size) {
            pixels.draw(source.pixels, part: all, at: (0, 0), clip: all, .copy)
        } pixman: {
            target.composite(source, PIXMAN_OP_SRC)
        }
        compare("blend", size) {
            pixels.draw(clear.pixels, part: all, at: (0, 0), clip: all, .over)
        } pixman: {
            target.composite(clear, PIXMAN_OP_OVER)
        }
    }

    /// - Parameter factor: the size of the source, as a fraction of the target.
    private static func scale(_ size: Size, from factor: (Int, Int)) {
        let target = Sheet(size)
        let from = Size(width: size.width * factor.0 / factor.1, height: size.height * factor.0 / factor.1)
        let all = Rectangle(size)
        let filters: [(Interpolation, pixman_filter_t)] = [
            (.nearest, PIXMAN_FILTER_NEAREST), (.bilinear, PIXMAN_FILTER_BILINEAR),
        ]
        for hasAlpha in [false, true] {
            let source = Sheet(from, hasAlpha: hasAlpha)
            var transform = pixman_transform_t()
            pixman_transform_init_scale(
                &transform, one * Int32(from.width) / Int32(size.width), one * Int32(from.height) / Int32(size.height))
            for (interpolation, filter) in filters {
                source.transform(transform, filter)
                let work = "\(interpolation) \(factor.1)/\(factor.0)\(hasAlpha ? " blended" : "")"
                compare(work, size) {
                    target.pixels.draw(
                        source.pixels, part: Rectangle(from), filling: all, clip: all, interpolation,
                        hasAlpha ? .over : .copy)
                } pixman: {
                    target.composite(source, hasAlpha ? PIXMAN_OP_OVER : PIXMAN_OP_SRC)
                }
            }
        }
    }

    private static func turn(_ size: Size) {
        let (width, height) = (one * Int32(size.width), one * Int32(size.height))
        let turns: [(String, Orientation, pixman_transform_t)] = [
            ("turn 90", .clockwise, transform((0, one, 0), (-one, 0, height))),
            ("turn 180", .upsideDown, transform((-one, 0, width), (0, -one, height))),
            ("turn 270", .counterclockwise, transform((0, -one, width), (one, 0, 0))),
            ("mirror", Orientation(clockwiseQuarters: 0, isReflected: true), transform((-one, 0, width), (0, one, 0))),
        ]
        let source = Sheet(size)
        for (work, orientation, transform) in turns {
            let target = Sheet(orientation.size(of: size))
            source.transform(transform, PIXMAN_FILTER_NEAREST)
            compare(work, size) {
                target.pixels.copy(Rectangle(size), of: source.pixels, orientation)
            } pixman: {
                target.composite(source, PIXMAN_OP_SRC)
            }
        }
    }

    private static func transform(
        _ x: (pixman_fixed_t, pixman_fixed_t, pixman_fixed_t), _ y: (pixman_fixed_t, pixman_fixed_t, pixman_fixed_t)
    ) -> pixman_transform_t {
        pixman_transform_t(matrix: (x, y, (0, 0, one)))
    }

    private static func compare(_ work: String, _ size: Size, _ library: () -> Void, pixman: () -> Void) {
        let result = Contest(amount: size.width * size.height, rounds: 51).run(library, against: pixman)
        print(
            #"{"table":"raster","work":"\#(work)","size":"\#(size)","library":\#(Int(result.ours)),"#
                + #""pixman":\#(Int(result.theirs)),"ratio":\#(result.ratio)}"#)
    }
}
