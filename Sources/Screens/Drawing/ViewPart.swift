/// A part of the picture of a view, which is drawn on as a view of its own. It has no pixels of its own, and keeps its
/// place. Only the thread of the screen uses it.
package final class ViewPart {
    private var canvas: ScreenCanvas?

    package init() {}

    /// Draws on the part.
    ///
    /// - Parameters:
    ///   - rectangle: the part, inside the view. It allocates if the part has another size than before.
    ///   - body: draws on a view of the part, which is lent for this call only.
    /// - Returns: the value of ``ExternalView/nextUpdate`` that `body` has set.
    package func draw(
        in rectangle: Rectangle, on view: inout ExternalView, _ body: (inout ExternalView) -> Void
    ) -> NextUpdate {
        let whole = view.canvas
        if canvas?.size != rectangle.size || canvas?.content != whole.content {
            canvas = ScreenCanvas(partOf: whole, size: rectangle.size)
        }
        guard let canvas else { return .whenNeeded }
        canvas.move(to: whole.screen)
        canvas.beginFrame(in: whole.pixels.part(rectangle), lacking: Damage())
        let next = canvas.lend(view.timing, to: body)
        for index in 0..<canvas.damage.count {
            whole.markDamaged(canvas.damage[index].offset(x: rectangle.x, y: rectangle.y))
        }
        canvas.damageTaken()
        return next
    }
}
