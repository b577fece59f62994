import Testing

@testable import Screens

/// The parts of a screen's picture that layers touch.
@Suite struct LayerStackTests {
    private let size = Size(width: 100, height: 60)

    private func canvas() -> ScreenCanvas {
        ScreenCanvas(content: ContentID(number: 1), screen: .make(), size: size)
    }

    private func layer(_ source: LayerDrawing.Source, _ rectangle: Rectangle, _ number: UInt64 = 2) -> LayerDrawing {
        LayerDrawing(
            LayerDrawing.Settings(placement: LayerPlacement(rectangle), source: source),
            content: ContentID(number: number), bounds: nil)
    }

    /// Calls the link of a layer as the screen's thread does.
    private func call(
        _ layer: LayerDrawing, on canvas: ScreenCanvas, by function: ((inout ExternalView) -> Void)? = nil
    ) {
        let timing = FrameTiming(
            number: 0, timestamp: .zero, targetTimestamp: .zero, duration: .milliseconds(10), missed: 0)
        _ = canvas.lend(timing) { layer.draw(on: &$0, by: function) }
    }

    private func taken(_ canvas: ScreenCanvas, _ stack: inout LayerStack) -> [Rectangle] {
        stack.takeDamage(to: canvas)
        defer { canvas.damageTaken() }
        return (0..<canvas.damage.count).map { canvas.damage[$0] }
    }

    @Test func onlyChangedPartsAreMarked() throws {
        let canvas = canvas()
        var stack = LayerStack(size)
        let place = Rectangle(x: 10, y: 10, width: 40, height: 20)
        let drawn = layer(.function(isOpaque: false), place)
        let corner = Rectangle(x: 90, y: 50, width: 5, height: 5)
        let still = layer(.image(LayerBench.noise(corner.size, seed: 1)), corner, 3)
        for layer in [drawn, still] {
            #expect(layer.claim(for: canvas))
            stack.add(layer)
        }
        let dot = Rectangle(x: 3, y: 4, width: 2, height: 2)
        call(drawn, on: canvas) { $0.fill(dot, with: .red) }
        call(still, on: canvas)
        #expect(Set(taken(canvas, &stack)) == [place, still.rectangle], "new layers")
        call(drawn, on: canvas) { $0.fill(dot, with: .red) }
        #expect(taken(canvas, &stack) == [dot.offset(x: 10, y: 10)])
        call(drawn, on: canvas) { _ in }
        call(still, on: canvas)
        #expect(taken(canvas, &stack) == [], "nothing has changed")
        drawn.change { $0.placement.rectangle.x = 12 }
        drawn.takeChanges(on: canvas.screen)
        call(drawn, on: canvas) { _ in }
        #expect(taken(canvas, &stack) == [Rectangle(x: 10, y: 10, width: 42, height: 20)])
        stack.remove(still, from: canvas)
        #expect(taken(canvas, &stack) == [still.rectangle])
    }

    @Test func aLayerThatMovesAndIsRemovedBeforeTheNextFrameLeavesNothing() {
        let canvas = canvas()
        var stack = LayerStack(size)
        let place = Rectangle(x: 10, y: 10, width: 5, height: 5)
        let layer = layer(.image(LayerBench.noise(place.size, seed: 1)), place)
        #expect(layer.claim(for: canvas))
        stack.add(layer)
        #expect(taken(canvas, &stack) == [place])
        layer.change { $0.placement.rectangle.x = 80 }
        layer.takeChanges(on: canvas.screen)
        stack.remove(layer, from: canvas)
        #expect(Set(taken(canvas, &stack)) == [place, place.offset(x: 70, y: 0)])
    }

    /// The composed picture is written under layers alone. All other pixels come from the canvas.
    @Test func nothingIsComposedBesideLayers() throws {
        let canvas = canvas()
        var stack = LayerStack(size)
        let place = Rectangle(x: 10, y: 10, width: 40, height: 20)
        let layer = layer(.image(LayerBench.translucent(place.size, seed: 1)), place)
        #expect(layer.claim(for: canvas))
        stack.add(layer)
        canvas.fill(canvas.bounds, with: .white)
        stack.compose(Damage(canvas.bounds), of: canvas.pixels)
        let composed = Picture(copying: stack.picture(over: canvas.pixels))
        for y in 0..<60 {
            for x in 0..<100 where !place.contains(x: x, y: y) { #expect(composed[x, y] == .black) }
        }
        stack.setComplete(true, canvas)
        let complete = Picture(copying: stack.picture(over: canvas.pixels))
        #expect(complete[0, 0] == .white && complete[99, 59] == .white)
    }

    @Test func oneSessionAtATimeHasALayer() {
        let (canvas, other) = (canvas(), canvas())
        let layer = layer(.function(isOpaque: true), Rectangle(x: 0, y: 0, width: 4, height: 4))
        var stack = LayerStack(size)
        #expect(layer.claim(for: canvas))
        stack.add(layer)
        #expect(!layer.claim(for: other))
        let hadLayers = stack.end()
        #expect(hadLayers && layer.claim(for: other))
    }
}
