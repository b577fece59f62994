import CPixman

@testable import Screens

/// The composition of a layer of a tenth of a picture, compared with pixman's OVER of the same pixels.
///
/// The library reads the content and the layer, and writes the composed picture, so that the content survives; pixman
/// blends in place.
struct LayerWorks {
    private static let refresh = Duration.nanoseconds(16_666_667)
    private let size = Size(width: 1920, height: 1080)
    /// A tenth, in the shape of the picture, and not at the beginning of a line of the cache.
    private let place = Rectangle(x: 301, y: 200, width: 606, height: 342)
    private let kit: VideoKit
    private let canvas: ScreenCanvas
    private let below: Sheet

    init() async throws {
        let card = try SimulatedCard(screens: [SimulatedScreen("1920x1080@60")])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        kit = VideoKit(observing: settings)
        try await kit.start()
        guard let screen = kit.screens.first else { preconditionFailure("no simulated screen") }
        canvas = ScreenCanvas(content: ContentID(number: 1), screen: screen, size: size)
        below = try Sheet(size)
        below.picture.withPixels { canvas.pixels.copy(Damage(Rectangle(size)), from: $0) }
    }

    func picture() throws {
        let sheet = try Sheet(place.size, hasAlpha: true)
        compare("layer", .image(sheet.picture), sheet)
    }

    func opacity() throws {
        let sheet = try Sheet(place.size, hasAlpha: true)
        compare("layer, opacity", .image(sheet.picture), sheet, opacity: 0.5)
    }

    /// Compares a strip that moves by a pixel in each frame, as the thread of a screen draws it, with pixman's OVER of
    /// as many pixels at one place.
    func strip() throws {
        let sheet = try Sheet(place.size, hasAlpha: true)
        let layer = layer(.strip(try ScrollingStrip([sheet.picture, sheet.picture], speed: 60)))
        var stack = LayerStack(size)
        guard layer.claim(for: canvas) else { preconditionFailure("the layer is new") }
        stack.add(layer)
        var time = MonotonicTime(nanoseconds: 0)
        var number: UInt64 = 0
        Comparison(work: "strip", size: place.size, pixels: place.area, table: "layers").run {
            let former = number == 0 ? nil : time.advanced(by: .zero - Self.refresh)
            let timing = FrameTiming(
                number: 0, timestamp: time, targetTimestamp: time, duration: Self.refresh, missed: 0
            ).numbered(number, after: former)
            (number, time) = (number + 1, time.advanced(by: Self.refresh))
            _ = canvas.lend(timing) { layer.draw(on: &$0, by: nil) }
            stack.takeDamage(to: canvas)
            guard canvas.damage.area == place.area || number == 1 else { preconditionFailure("the strip moves") }
            stack.compose(canvas.damage, of: canvas.pixels)
            canvas.damageTaken()
        } against: {
            below.composite(PIXMAN_OP_OVER, sheet.image, in: place)
        }
        stack.remove(layer, from: canvas)
        canvas.damageTaken()
    }

    /// Counts the pixels that an unchanged layer has composed again in a minute of frames.
    func unchanged() throws {
        let sheet = try Sheet(place.size, hasAlpha: true)
        let layer = layer(.image(sheet.picture))
        var stack = LayerStack(size)
        guard layer.claim(for: canvas) else { preconditionFailure("the layer is new") }
        stack.add(layer)
        stack.takeDamage(to: canvas)
        canvas.damageTaken()
        let start = MonotonicTime(nanoseconds: 0)
        let timing = FrameTiming(
            number: 0, timestamp: start, targetTimestamp: start, duration: .milliseconds(16), missed: 0)
        let frames = 3600
        var pixels = 0
        for _ in 0..<frames {
            _ = canvas.lend(timing) { layer.draw(on: &$0, by: nil) }
            stack.takeDamage(to: canvas)
            pixels += canvas.damage.area
            canvas.damageTaken()
        }
        print(#"{"table":"unchanged","work":"an unchanged layer","frames":\#(frames),"pixels":\#(pixels)}"#)
        stack.remove(layer, from: canvas)
        canvas.damageTaken()
    }

    private func layer(_ source: LayerDrawing.Source, opacity: Double = 1) -> LayerDrawing {
        LayerDrawing(
            LayerDrawing.Settings(placement: LayerPlacement(place, opacity: opacity), source: source),
            content: ContentID(number: 2), bounds: size)
    }

    private func compare(_ work: String, _ source: LayerDrawing.Source, _ sheet: Sheet, opacity: Double = 1) {
        let layer = layer(source, opacity: opacity)
        var stack = LayerStack(size)
        guard layer.claim(for: canvas) else { preconditionFailure("the layer is new") }
        stack.add(layer)
        let mask = opacity < 1 ? Sheet.solid(0x8080_8080) : nil
        Comparison(work: work, size: place.size, pixels: place.area, table: "layers").run {
            stack.compose(Damage(place), of: canvas.pixels)
        } against: {
            below.composite(PIXMAN_OP_OVER, sheet.image, mask: mask, in: place)
        }
    }
}
