import CCairo
import Screens

extension ExternalView {
    /// Draws shapes, images and text on the view, over what is there, without a copy of its pixels. On the screen's thread, in
    /// ``VideoKitDelegate/updateExternalView(_:)`` or the call of a link.
    ///
    /// The parts that were drawn on are shown at the next refresh; where `body` draws nothing there is no flip.
    ///
    /// - Parameter body: draws; the context must not be used after it.
    public mutating func drawGraphics<Failure: Error, Result>(
        _ body: (_ context: inout GraphicsContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The parts that are drawn on are known only at the end.
        let outcome = withUnsafePixels(damage: Rectangle(x: 0, y: 0, width: 0, height: 0)) { surface in
            GraphicsContext.draw(on: surface, CAIRO_FORMAT_RGB24, body)
        }
        for index in 0..<outcome.drawn.count {
            withUnsafePixels(damage: outcome.drawn[index]) { _ in }
        }
        return try outcome.result.get()
    }
}
