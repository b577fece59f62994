import Screens

extension Drawable where Self: ~Copyable {
    /// Draws shapes, images and text on a view or a canvas, over what is there, without a copy of its pixels.
    ///
    /// On a view, call it on the screen's thread, in `VideoKitDelegate.updateExternalView` or in the call of a link.
    /// The parts that were drawn on are shown at the next refresh; if `body` draws nothing, there is no flip. Inside
    /// `clipped(to:)`, drawing is limited to the clip.
    ///
    /// - Parameter body: draws. The context must not be used after it returns.
    public mutating func drawGraphics<Failure: Error, Result>(
        _ body: (_ context: inout GraphicsContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The parts that are drawn on are known only at the end.
        let clip = clip
        let outcome = withUnsafePixels(damage: Rectangle(x: 0, y: 0, width: 0, height: 0)) { surface in
            GraphicsContext.draw(on: surface, inside: clip, body)
        }
        for index in 0..<outcome.drawn.count {
            withUnsafePixels(damage: outcome.drawn[index]) { _ in }
        }
        return try outcome.result.get()
    }
}
