import CCairo
import CPixman
import Screens

/// Many small drawings on one picture, cleared each time, compared with pixman and Cairo.
struct SpriteWorks {
    private static let count = 300
    private static let side = 64

    private let size: Size
    private let target: Sheet
    private let sprite: Sheet
    private let context: OpaquePointer
    private let source: OpaquePointer

    init(_ size: Size) throws {
        self.size = size
        target = try Sheet(size)
        sprite = try Sheet(Size(width: Self.side, height: Self.side), hasAlpha: true)
        func surface(_ sheet: Sheet, _ format: cairo_format_t) -> OpaquePointer {
            let bytes = UnsafeMutableRawPointer(sheet.memory).assumingMemoryBound(to: UInt8.self)
            return cairo_image_surface_create_for_data(
                bytes, format, Int32(sheet.size.width), Int32(sheet.size.height), Int32(sheet.size.width * 4))
        }
        context = cairo_create(surface(target, CAIRO_FORMAT_RGB24))
        source = surface(sprite, CAIRO_FORMAT_ARGB32)
    }

    private func compare(
        _ work: String, beside: String, _ library: (inout Canvas) -> Void, _ other: () -> Void
    ) {
        guard var canvas = try? Canvas(size, isOpaque: true) else { return }
        Comparison(work: work, size: size, pixels: size.width * size.height, beside: beside).run {
            canvas.clear()
            library(&canvas)
        } against: {
            other()
        }
    }

    private func clearByPixman() {
        pixman_fill(target.memory, Int32(size.width), 32, 0, 0, Int32(size.width), Int32(size.height), 0)
    }

    private func clearByCairo() {
        cairo_identity_matrix(context)
        cairo_set_source_rgb(context, 0, 0, 0)
        cairo_paint(context)
    }

    /// Draws 300 sprites of 64x64, each rotated by another angle.
    func sprites(_ interpolation: Interpolation) {
        let (half, box) = (Double(Self.side) / 2, 92)
        let filter = interpolation == .bilinear ? PIXMAN_FILTER_BILINEAR : PIXMAN_FILTER_NEAREST
        let places = (0..<Self.count).map { index in
            Rectangle(
                x: index * 131 % (size.width - box), y: index * 71 % (size.height - box), width: box, height: box)
        }
        let angles = (0..<Self.count).map { Angle.degrees(Double($0) * 7.3) }
        func library(_ canvas: inout Canvas) {
            for (place, angle) in zip(places, angles) {
                canvas.draw(
                    sprite.picture, center: (Double(place.midX), Double(place.midY)), rotation: angle,
                    interpolation: interpolation)
            }
        }
        compare("300 sprites \(interpolation)", beside: "pixman", library) {
            clearByPixman()
            for (place, angle) in zip(places, angles) {
                // The transform is relative to the place, so each sprite has its own.
                let transform = Transform.translation(x: -half, y: -half).rotated(by: angle)
                    .translated(x: Double(box) / 2, y: Double(box) / 2)
                sprite.transform(pixman_transform_t(inverseOf: transform), filter, outside: PIXMAN_REPEAT_NONE)
                target.composite(PIXMAN_OP_OVER, sprite.image, in: place)
            }
        }
        compare("300 sprites \(interpolation)", beside: "cairo", library) {
            clearByCairo()
            for (place, angle) in zip(places, angles) {
                cairo_identity_matrix(context)
                cairo_translate(context, Double(place.midX), Double(place.midY))
                cairo_rotate(context, angle.radians)
                cairo_translate(context, -half, -half)
                cairo_set_source_surface(context, source, 0, 0)
                cairo_pattern_set_filter(
                    cairo_get_source(context),
                    interpolation == .bilinear ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST)
                cairo_paint(context)
            }
        }
    }

    /// Draws 300 outlines of rectangles.
    func outlines() {
        let places = (0..<Self.count).map { index in
            Rectangle(x: index * 131 % (size.width - 200), y: index * 71 % (size.height - 150), width: 200, height: 150)
        }
        compare("300 outlines", beside: "cairo") { canvas in
            for place in places { canvas.stroke(place, with: .white, width: 2) }
        } _: {
            clearByCairo()
            cairo_set_source_rgb(context, 1, 1, 1)
            cairo_set_line_width(context, 2)
            for place in places {
                cairo_rectangle(
                    context, Double(place.x + 1), Double(place.y + 1), Double(place.width - 2),
                    Double(place.height - 2))
                cairo_stroke(context)
            }
        }
    }

    /// Draws 300 lines of any direction.
    func lines() {
        let points = (0...Self.count).map { index in
            (x: Double(index * 131 % size.width), y: Double(index * 271 % size.height))
        }
        for width in [1.0, 3.0] {
            compare("300 lines of \(Int(width))", beside: "cairo") { canvas in
                for index in 0..<Self.count {
                    canvas.drawLine(from: points[index], to: points[index + 1], with: .white, width: width)
                }
            } _: {
                clearByCairo()
                cairo_set_source_rgb(context, 1, 1, 1)
                cairo_set_line_width(context, width)
                for index in 0..<Self.count {
                    cairo_move_to(context, points[index].x, points[index].y)
                    cairo_line_to(context, points[index + 1].x, points[index + 1].y)
                    cairo_stroke(context)
                }
            }
        }
    }
}
