import Screens

/// The still part of the test card. It shows whether a screen displays the whole picture, and displays it right.
///
/// - A white line, one pixel wide, is the outermost pixel of each edge, and the white arrows end on it. The yellow line
///   is 2.5 % further in, the cyan line 5 %. The missing lines show how much an edge loses.
/// - The squares in the corners are red, green, blue and white, clockwise from the upper left. A rotated or mirrored
///   picture has them elsewhere.
/// - The bars show swapped or missing channels, the ramp missing steps, and ``LevelSteps`` a wrong range.
/// - The circle is round if pixels have the shape that the mode states.
/// - The patches of single pixels turn grey or get waves if the display scales. From afar, the checkerboard is as light
///   as the grey patch across from it if the display's curve is right.
package struct TestCard {
    package static let background = Color(rgb: 0x303030)
    package static let panelColor = Color.black
    package static let textColor = Color.white
    package static let barColor = Color.white
    /// Half the light of white, on the curve of sRGB.
    package static let halfLight = Color(rgb: 0xBCBCBC)

    package let layout: TestCardLayout
    /// The upper two lines: the name of the screen and its mode.
    package let title: String
    package let subtitle: String
    /// The aspect ratio of the whole picture, if the mode states one.
    package let pictureAspect: Size?

    /// Draws the card on a view or a canvas that has the size of the layout.
    package func draw(on target: inout some Drawable & ~Copyable) {
        target.fill(target.bounds, with: Self.background)
        ColorBars.draw(in: layout.bars, on: &target)
        Ramp.draw(in: layout.ramp, on: &target)
        drawCircle(on: &target)
        target.fill(layout.strip, with: Self.panelColor)
        LevelSteps.draw(in: layout.levels, on: &target)
        drawPatches(on: &target)
        if layout.hasText { drawText(on: &target) }
        drawEdges(on: &target)
    }

    /// The card in memory; nil if no image can have that size.
    package func image() -> Image? {
        guard var canvas = try? Canvas(layout.size, isOpaque: true) else { return nil }
        draw(on: &canvas)
        return canvas.makeImage()
    }

    private func drawEdges(on target: inout some Drawable & ~Copyable) {
        target.stroke(layout.cropped(permille: 50), with: Color(rgb: 0x00FFFF))
        target.stroke(layout.cropped(permille: 25), with: Color(rgb: 0xFFFF00))
        drawArrows(on: &target)
        let (width, height) = (layout.size.width, layout.size.height)
        let side = max(1, min(width, height) / 50)
        let corners: [(x: Int, y: Int, color: UInt32)] = [
            (1, 1, 0xFF0000), (width - 1 - side, 1, 0x00FF00),
            (1, height - 1 - side, 0xFFFFFF), (width - 1 - side, height - 1 - side, 0x0000FF),
        ]
        for corner in corners {
            target.fill(
                Rectangle(x: corner.x, y: corner.y, width: side, height: side), with: Color(rgb: corner.color))
        }
        target.stroke(Rectangle(layout.size), with: .white)
    }

    /// Draws an arrow in the middle of each edge. Its tip is the outermost pixel.
    private func drawArrows(on target: inout some Drawable & ~Copyable) {
        let (width, height) = (layout.size.width, layout.size.height)
        for step in 0..<max(2, min(width, height) / 24) {
            let span = 2 * step + 1
            let across = Rectangle(x: width / 2 - step, y: step, width: span, height: 1)
            let down = Rectangle(x: step, y: height / 2 - step, width: 1, height: span)
            target.fill(across, with: .white)
            target.fill(Rectangle(x: across.x, y: height - 1 - step, width: span, height: 1), with: .white)
            target.fill(down, with: .white)
            target.fill(Rectangle(x: width - 1 - step, y: down.y, width: 1, height: span), with: .white)
        }
    }

    private func drawCircle(on target: inout some Drawable & ~Copyable) {
        let size = layout.size
        // The width of a pixel in relation to its height.
        let shape =
            pictureAspect.map { Double($0.width * size.height) / Double($0.height * size.width) } ?? 1
        // In a high picture the text would hide half of the circle.
        let area = layout.isHigh ? layout.bars : Rectangle(size)
        let height =
            layout.isHigh
            ? min(Double(area.height), Double(area.width) * shape) * 0.48
            : min(Double(size.height) * 0.43, Double(size.width) * shape * 0.4)
        let thickness = max(1, min(size.width, size.height) / 240)
        let radii = Size(width: Int(height / shape), height: Int(height))
        // One of the two colours shows on any background.
        target.drawRing(in: area, radii: radii, thickness: thickness, with: .white)
        let inner = Size(width: radii.width - thickness, height: radii.height - thickness)
        target.drawRing(in: area, radii: inner, thickness: thickness, with: .black)
    }

    private func drawPatches(on target: inout some Drawable & ~Copyable) {
        target.drawColumns(in: layout.patches[0])
        target.drawRows(in: layout.patches[1])
        target.drawChecker(in: layout.patches[2])
        target.fill(layout.patches[3], with: Self.halfLight)
    }

    private func drawText(on target: inout some Drawable & ~Copyable) {
        target.fill(layout.panel, with: Self.panelColor)
        for (line, text) in zip(layout.lines, texts) {
            target.draw(text, at: line, scale: layout.scale(of: text), color: Self.textColor)
        }
    }

    /// The lines without the frame number. A high picture has the size and the rate of the mode on two lines.
    private var texts: [String] {
        guard layout.isHigh else { return [title, subtitle, TestCardLayout.numberLabel] }
        let parts = subtitle.split(separator: "@", maxSplits: 1)
        return [title, parts.first.map(String.init) ?? "", parts.count == 2 ? "\(parts[1]) Hz" : ""]
    }
}
