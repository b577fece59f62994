import Screens

/// Words as an image, and their place on the picture of a screen: for a layer over it.
package struct PlacedWords {
    package let image: Image
    package let place: Rectangle

    /// Draws an image.
    ///
    /// - Parameters:
    ///   - panel: the place of all words.
    ///   - bounds: the size of the screen's picture. Only the part of the panel inside is drawn.
    ///   - draw: draws the words. It gets the place of the picture's upper left corner on the image.
    /// - Returns: nil if no part of the panel is inside the picture, or the image would be too large.
    init?(
        _ panel: Rectangle, in bounds: Size, _ draw: (inout Canvas, _ origin: (x: Int, y: Int)) -> Void
    ) {
        place = panel.intersection(Rectangle(bounds))
        guard !place.isEmpty else { return nil }
        do throws(ScreenError) {
            var canvas = try Canvas(place.size, isOpaque: true)
            draw(&canvas, (-place.x, -place.y))
            image = canvas.makeImage()
        } catch {
            return nil
        }
    }
}
