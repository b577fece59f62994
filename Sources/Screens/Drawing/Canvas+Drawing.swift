extension Canvas {
    /// Draws a part of an image in its own size.
    func draw(_ image: Image, part: Rectangle, at place: (x: Int, y: Int)) {
        let drawn = image.withPixels { source in
            pixels.draw(source, part: part, at: place, clip: Rectangle(size), image.composition)
        }
        if let drawn = drawn ?? nil { damage.insert(drawn) }
    }

    /// Draws a part of an image in another size.
    func draw(_ image: Image, part: Rectangle, filling rectangle: Rectangle, _ interpolation: Interpolation) {
        let drawn = image.withPixels { source in
            pixels.draw(
                source, part: part, filling: rectangle, clip: Rectangle(size), interpolation, image.composition)
        }
        if let drawn = drawn ?? nil { damage.insert(drawn) }
    }

    /// Draws a whole opaque picture in another size, as far as a part of the canvas.
    func draw(_ picture: PixelBuffer, filling rectangle: Rectangle, clip: Rectangle) {
        let drawn = pixels.draw(
            picture, part: Rectangle(picture.size), filling: rectangle, clip: clip.intersection(Rectangle(size)),
            .bilinear, .copy)
        if let drawn { damage.insert(drawn) }
    }

    /// Fills the inner edge of a rectangle.
    func frame(_ rectangle: Rectangle, thickness: Int, with color: Color) {
        guard thickness > 0, !rectangle.intersection(Rectangle(size)).isEmpty else { return }
        let side = min(rectangle.width, rectangle.height)
        // From half of it on nothing is left in the middle.
        guard thickness < side - side / 2 else { return fill(rectangle, with: color) }
        let (x, y) = (rectangle.x, rectangle.y)
        let (right, bottom) = (rectangle.maxX, rectangle.maxY)
        let height = bottom - y - 2 * thickness
        fill(Rectangle(x: x, y: y, width: rectangle.width, height: thickness), with: color)
        fill(Rectangle(x: x, y: bottom - thickness, width: rectangle.width, height: thickness), with: color)
        fill(Rectangle(x: x, y: y + thickness, width: thickness, height: height), with: color)
        fill(Rectangle(x: right - thickness, y: y + thickness, width: thickness, height: height), with: color)
    }

    /// Draws a text, and its background where that has a colour.
    func draw(_ layout: TextLayout, at place: (x: Int, y: Int), color: Color, background: Color?) {
        guard let rectangle = layout.rectangle(at: place)?.intersection(Rectangle(size)), !rectangle.isEmpty else {
            return
        }
        if let background { pixels.fill(rectangle, with: background.rgb) }
        layout.draw(on: pixels, at: place, color: color)
        damage.insert(rectangle)
    }
}
