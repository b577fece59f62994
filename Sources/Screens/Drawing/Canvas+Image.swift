extension Canvas {
    /// The picture of a view, which lies over its background, and where.
    struct ImageLayer {
        var image: Image?
        var mode = ContentMode.fit

        func rectangle(in bounds: Rectangle) -> Rectangle {
            guard let image else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
            return mode.rectangle(for: image.size, in: bounds)
        }
    }

    /// Draws what is different: the background where the former image was and the new one is not, and the new one.
    func setImageLayer(_ layer: ImageLayer) {
        guard layer.image != imageLayer.image || layer.mode != imageLayer.mode else { return }
        let bounds = Rectangle(size)
        let former = imageLayer.rectangle(in: bounds).intersection(bounds)
        let place = layer.rectangle(in: bounds)
        let isSame = layer.image == imageLayer.image && place == imageLayer.rectangle(in: bounds)
        imageLayer = layer
        // Another mode that makes no difference.
        guard !isSame else { return }
        let covered =
            layer.image?.isOpaque == true ? place.intersection(bounds) : Rectangle(x: 0, y: 0, width: 0, height: 0)
        let bare = former.parts(outside: covered)
        for index in bare.indices { fill(bare[index], with: backgroundColor) }
        if let image = layer.image { draw(image, part: Rectangle(image.size), filling: place, .bilinear) }
    }

    /// Fills all of the view with a colour and draws the image over it.
    func setBackgroundColor(_ color: Color) {
        guard color != backgroundColor else { return }
        backgroundColor = color
        fill(Rectangle(size), with: color)
        if let image = imageLayer.image {
            draw(image, part: Rectangle(image.size), filling: imageLayer.rectangle(in: Rectangle(size)), .bilinear)
        }
    }
}

extension Rectangle {
    /// What is left of it without another one: above, below, to the left and to the right.
    func parts(outside other: Rectangle) -> InlineArray<4, Rectangle> {
        let nothing = Rectangle(x: 0, y: 0, width: 0, height: 0)
        let hole = intersection(other)
        guard !hole.isEmpty else { return [self, nothing, nothing, nothing] }
        return [
            Rectangle(x: x, y: y, width: width, height: hole.y - y),
            Rectangle(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
            Rectangle(x: x, y: hole.y, width: hole.x - x, height: hole.height),
            Rectangle(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
        ]
    }
}
