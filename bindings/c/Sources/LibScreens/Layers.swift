import CScreens
import Screens

// The layers of screens.h as layers of the library.

extension screens_layer {
    /// Adds the layer to a screen.
    func added(to screen: ScreenID, of kit: Kit) throws(ScreenError) -> ScreenLayer {
        let placement = placement
        guard let draw else {
            guard let image = try image() else {
                throw ScreenError(
                    .invalidArgument, operation: "add", object: "a layer without pixels",
                    remedy: "set pixels, or draw")
            }
            if scroll == 0 { return try kit.kit.addLayer(to: screen, placement, image: image) }
            return try kit.kit.addLayer(to: screen, placement, strip: try strip(of: image))
        }
        guard pixels == nil else {
            throw ScreenError(
                .invalidArgument, operation: "add", object: "a layer with pixels and draw", remedy: "set one of them")
        }
        let function = DrawFunction(draw, draw_data, kit.numbers, kit.pointer)
        return try kit.kit.addLayer(to: screen, placement, isOpaque: is_opaque != 0) { view in function.call(&view) }
    }

    /// Gives a layer this place and picture.
    func change(_ layer: ScreenLayer) throws(ScreenError) {
        let image = try image()
        if let image, scroll != 0 {
            return try layer.show(try strip(of: image), at: placement)
        }
        try layer.place(placement)
        if let image { try layer.show(image) }
    }

    private var placement: LayerPlacement {
        LayerPlacement(Rectangle(place), order: Int(order), opacity: 1 - transparency)
    }

    private func strip(of image: Image) throws(ScreenError) -> ScrollingStrip {
        try ScrollingStrip([image], axis: is_vertical == 0 ? .horizontal : .vertical, speed: scroll)
    }

    /// A copy of the picture; nil if there are no pixels.
    private func image() throws(ScreenError) -> Image? {
        guard let pixels else { return nil }
        let size = Size(width: Int(width), height: Int(height))
        let sides = 1...Image.longestSide
        let bytes = stride == 0 ? 4 * size.width : stride
        guard sides ~= size.width, sides ~= size.height, (4 * size.width...1 << 30) ~= bytes else {
            throw ScreenError(
                .invalidArgument, operation: "show", object: "a picture of \(size) with \(stride) bytes a row",
                remedy: "a side has 1 to \(Image.longestSide) pixels, and a pixel four bytes")
        }
        var copy: [UInt32] = []
        copy.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            let row = UnsafeRawPointer(pixels).advanced(by: y * bytes)
            for x in 0..<size.width { copy.append(row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)) }
        }
        return is_opaque == 0
            ? try Image(size: size, premultiplied: copy) : try Image(size: size, opaque: copy)
    }
}
