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
    /// - Throws: ``ScreenError`` if the panel is outside of the picture, or if the memory of the image cannot be made.
    init(
        _ panel: Rectangle, in bounds: Size, _ draw: (inout Canvas, _ origin: (x: Int, y: Int)) -> Void
    ) throws(ScreenError) {
        let place = panel.intersection(Rectangle(bounds))
        var canvas = try Canvas(place.size, isOpaque: true)
        draw(&canvas, (-place.x, -place.y))
        (self.place, image) = (place, canvas.makeImage())
    }
}
