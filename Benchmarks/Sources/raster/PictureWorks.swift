import CPixman

@testable import Screens

/// Operations on whole pictures of one size, compared with pixman.
struct PictureWorks {
    private let size: Size
    private let all: Rectangle
    private let target: Sheet
    private let opaque: Sheet
    private let clear: Sheet

    init(_ size: Size) throws {
        self.size = size
        all = Rectangle(size)
        target = try Sheet(size)
        opaque = try Sheet(size)
        clear = try Sheet(size, hasAlpha: true)
    }

    /// - Parameter library: draws on a canvas of the size.
    private func compare(_ work: String, _ library: (inout Canvas) -> Void, pixman: () -> Void) {
        guard var canvas = try? Canvas(size, isOpaque: true) else { return }
        Comparison(work: work, size: size, pixels: all.area).run({ library(&canvas) }, against: pixman)
    }

    func fill() {
        let half = Sheet.solid(0x8040_2010)
        compare("fill") {
            $0.fill(all, with: Color(rgb: 0x20_4060))
        } pixman: {
            pixman_fill(
                target.memory, Int32(size.width), 32, 0, 0, Int32(size.width), Int32(size.height), 0x20_4060)
        }
        compare("fill blended") {
            $0.fill(all, with: Color(argb: 0x8080_4020))
        } pixman: {
            target.composite(PIXMAN_OP_OVER, half)
        }
    }

    func blend() {
        compare("blit") {
            $0.draw(opaque.picture, at: (0, 0))
        } pixman: {
            target.composite(PIXMAN_OP_SRC, opaque.image)
        }
        let half = Sheet.solid(0x8080_8080)
        let tint = Sheet.solid(0xFF80_4020)
        pixman_image_set_component_alpha(tint, 1)
        compare("blend") {
            $0.draw(clear.picture, at: (0, 0))
        } pixman: {
            target.composite(PIXMAN_OP_OVER, clear.image)
        }
        compare("opacity") {
            $0.draw(clear.picture, at: (0, 0), opacity: 0.5)
        } pixman: {
            target.composite(PIXMAN_OP_OVER, clear.image, mask: half)
        }
        compare("tint") {
            $0.draw(clear.picture, at: (0, 0), tint: Color(rgb: 0x80_4020))
        } pixman: {
            target.composite(PIXMAN_OP_OVER, clear.image, mask: tint)
        }
        let modes: [(BlendMode, pixman_op_t)] = [
            (.add, PIXMAN_OP_ADD), (.multiply, PIXMAN_OP_MULTIPLY), (.screen, PIXMAN_OP_SCREEN),
        ]
        for (mode, operation) in modes {
            compare("\(mode)") {
                $0.draw(clear.picture, at: (0, 0), blend: mode)
            } pixman: {
                target.composite(operation, clear.image)
            }
        }
    }

    /// - Parameter factor: the size of the source, as a fraction of the target.
    func scale(from factor: (Int, Int)) throws {
        let from = Size(width: size.width * factor.0 / factor.1, height: size.height * factor.0 / factor.1)
        let filters: [(Interpolation, pixman_filter_t)] = [
            (.nearest, PIXMAN_FILTER_NEAREST), (.bilinear, PIXMAN_FILTER_BILINEAR),
        ]
        let transform = Transform.scale(
            x: Double(size.width) / Double(from.width), y: Double(size.height) / Double(from.height))
        for hasAlpha in [false, true] {
            let source = try Sheet(from, hasAlpha: hasAlpha)
            for (interpolation, filter) in filters {
                source.transform(pixman_transform_t(inverseOf: transform), filter)
                compare("\(interpolation) \(factor.1)/\(factor.0)\(hasAlpha ? " blended" : "")") {
                    $0.draw(source.picture, in: all, interpolation: interpolation)
                } pixman: {
                    target.composite(hasAlpha ? PIXMAN_OP_OVER : PIXMAN_OP_SRC, source.image)
                }
            }
        }
    }

    /// Rotates by 30 degrees around the middle.
    func rotate() {
        let center = (x: Double(size.width) / 2, y: Double(size.height) / 2)
        let transform = Transform.translation(x: -center.x, y: -center.y).rotated(by: .degrees(30))
            .translated(x: center.x, y: center.y)
        let filters: [(Interpolation, pixman_filter_t)] = [
            (.nearest, PIXMAN_FILTER_NEAREST), (.bilinear, PIXMAN_FILTER_BILINEAR),
        ]
        for (interpolation, filter) in filters {
            for (name, sheet) in [("", opaque), (" blended", clear)] {
                sheet.transform(
                    pixman_transform_t(inverseOf: transform), filter, outside: PIXMAN_REPEAT_NONE)
                compare("rotate \(interpolation)\(name)") {
                    $0.draw(sheet.picture, transform: transform, interpolation: interpolation)
                } pixman: {
                    target.composite(PIXMAN_OP_OVER, sheet.image)
                }
            }
        }
    }

    /// Rotates by quarters, as for a screen.
    func rotateByQuarters() {
        let (width, height) = (Double(size.width), Double(size.height))
        let rotations: [(String, Orientation, Transform)] = [
            ("rotate 90", .clockwise, Transform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)),
            ("rotate 180", .upsideDown, Transform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)),
            ("rotate 270", .counterclockwise, Transform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)),
            (
                "mirror", Orientation(clockwiseQuarters: 0, isReflected: true),
                Transform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
            ),
        ]
        for (work, orientation, transform) in rotations {
            guard let target = try? Sheet(orientation.size(of: size)) else { return }
            opaque.transform(pixman_transform_t(inverseOf: transform), PIXMAN_FILTER_NEAREST)
            let rotated = OwnedPixels(target.size)
            opaque.picture.withPixels { source in
                Comparison(work: work, size: size, pixels: all.area).run {
                    rotated.pixels.copy(all, of: source, orientation)
                } against: {
                    target.composite(PIXMAN_OP_SRC, opaque.image)
                }
            }
        }
    }
}
