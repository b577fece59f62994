import ScreensRaster

/// The pixels of a layer, and their place on the picture of a screen. Only the screen's own thread uses it.
struct LayerPicture {
    enum Source {
        case image(Image)
        case strip(ScrollingStrip, offset: Int)
        case canvas(ScreenCanvas)
        /// Nothing is drawn yet.
        case nothing
    }

    let rectangle: Rectangle
    /// The opacity in steps of 1/255.
    let opacity: UInt8
    let source: Source

    /// Whether it replaces all pixels of a part of the picture.
    func covers(_ part: Rectangle) -> Bool {
        guard opacity == 255 else { return false }
        switch source {
        case .image(let image): return image.isOpaque && place(of: image.size).contains(part)
        case .canvas(let canvas): return canvas.isOpaque && place(of: canvas.size).contains(part)
        case .strip(let strip, _): return strip.isOpaque && strip.fills(rectangle) && rectangle.contains(part)
        case .nothing: return false
        }
    }

    /// Blends it over a part of a picture, in the frame path.
    func blend(over target: PixelBuffer, clip: Rectangle) {
        let clip = clip.intersection(rectangle)
        guard !clip.isEmpty else { return }
        switch source {
        case .image(let image): blend(image, at: (rectangle.x, rectangle.y), over: target, clip)
        case .canvas(let canvas):
            blend(canvas.pixels, canvas.isOpaque, at: (rectangle.x, rectangle.y), over: target, clip)
        case .strip(let strip, let offset): blend(strip, offset, over: target, clip)
        case .nothing: break
        }
    }

    /// Writes a part of a picture with the layer over it into another picture, in one pass. It is called in the frame
    /// path.
    ///
    /// - Returns: false, and nothing is written, if the layer replaces the picture, or lacks pixels in a part of it.
    func write(_ part: Rectangle, of below: PixelBuffer, to target: PixelBuffer) -> Bool {
        switch source {
        case .image(let image):
            return image.withPixels { write(part, of: below, $0, image.isOpaque, to: target) }
        case .canvas(let canvas): return write(part, of: below, canvas.pixels, canvas.isOpaque, to: target)
        case .strip(let strip, let offset):
            guard strip.isTranslucent, strip.fills(rectangle), rectangle.contains(part) else { return false }
            visit(strip, offset, in: part) { image, place in
                let taken = place.intersection(part)
                guard !taken.isEmpty else { return }
                image.withPixels { pixels in
                    let source = pixels.part(taken.offset(x: -place.x, y: -place.y))
                    LayerKernel.blend(
                        target.part(taken).rows, over: below.part(taken).rows, source.rows, isOpaque: false,
                        opacity: opacity)
                }
            }
            return true
        case .nothing: return false
        }
    }

    private func write(
        _ part: Rectangle, of below: PixelBuffer, _ pixels: PixelBuffer, _ isOpaque: Bool, to target: PixelBuffer
    ) -> Bool {
        guard !isOpaque || opacity < 255, place(of: pixels.size).contains(part) else { return false }
        let taken = part.offset(x: -rectangle.x, y: -rectangle.y)
        LayerKernel.blend(
            target.part(part).rows, over: below.part(part).rows, pixels.part(taken).rows, isOpaque: isOpaque,
            opacity: opacity)
        return true
    }

    private func place(of size: Size) -> Rectangle {
        Rectangle(x: rectangle.x, y: rectangle.y, width: size.width, height: size.height).intersection(rectangle)
    }

    private func blend(_ image: Image, at place: (x: Int, y: Int), over target: PixelBuffer, _ clip: Rectangle) {
        image.withPixels { blend($0, image.isOpaque, at: place, over: target, clip) }
    }

    private func blend(
        _ pixels: PixelBuffer, _ isOpaque: Bool, at place: (x: Int, y: Int), over target: PixelBuffer, _ clip: Rectangle
    ) {
        guard
            let geometry = BlitGeometry(
                taking: Rectangle(pixels.size), of: pixels.size, at: place,
                in: clip.intersection(Rectangle(target.size)))
        else { return }
        let drawn = geometry.target
        let taken = Rectangle(x: geometry.source.x, y: geometry.source.y, width: drawn.width, height: drawn.height)
        LayerKernel.blend(target.part(drawn).rows, pixels.part(taken).rows, isOpaque: isOpaque, opacity: opacity)
    }

    private func blend(_ strip: ScrollingStrip, _ offset: Int, over target: PixelBuffer, _ clip: Rectangle) {
        visit(strip, offset, in: clip) { image, place in blend(image, at: (place.x, place.y), over: target, clip) }
    }

    /// Calls `body` with the images of a strip and their places, from the image at the edge of the layer on. The first
    /// image follows the last one.
    private func visit(
        _ strip: ScrollingStrip, _ offset: Int, in part: Rectangle, _ body: (Image, Rectangle) -> Void
    ) {
        let isHorizontal = strip.axis == .horizontal
        let end = isHorizontal ? part.maxX : part.maxY
        var place = (isHorizontal ? rectangle.x : rectangle.y) - offset
        while place < end {
            for index in strip.images.indices {
                let image = strip.images[index]
                let (x, y) = isHorizontal ? (place, rectangle.y) : (rectangle.x, place)
                body(image, Rectangle(x: x, y: y, width: image.size.width, height: image.size.height))
                place += isHorizontal ? image.size.width : image.size.height
            }
        }
    }
}
