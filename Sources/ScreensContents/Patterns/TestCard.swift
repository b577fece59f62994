import Screens

/// The still part of the test card. It shows whether a screen displays a whole picture, and displays it right.
///
/// - A white line, one pixel wide, is the outermost pixel of each edge, and the white arrows end on it; the yellow and
///   the cyan line lie 2.5 % and 5 % further in. The lines that are missing show how much an edge loses.
/// - The corners' squares are red, green, blue and white, clockwise from the upper left: a rotated or mirrored picture
///   has them elsewhere.
/// - The bars show swapped or missing channels, the ramp missing steps, and ``LevelSteps`` a wrong range.
/// - The circle is round where pixels have the shape that the mode states.
/// - The patches of single pixels turn grey or get waves where the display scales; from afar the checkerboard is as
///   light as the grey patch across from it where the display's curve is right.
package struct TestCard {
    package static let background = Color(rgb: 0x303030)
    package static let panelColor = Color.black
    package static let textColor = Color.white
    package static let barColor = Color.white
    /// Half the light of white, by the curve of sRGB.
    package static let halfLight = Color(rgb: 0xBCBCBC)

    package let layout: TestCardLayout
    /// The name of the screen and its mode, the two upper lines.
    package let title: String
    package let subtitle: String
    /// The shape of the whole picture, where the mode states one.
    package let pictureAspect: Size?

    /// Draws it on a view or a canvas of the size of the layout.
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

    /// The card in memory; nil of a size that images do not have.
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

    /// Draws an arrow in the middle of each edge, its tip the outermost pixel.
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
        // How wide a pixel is for its height.
        let shape =
            pictureAspect.map { Double($0.width * size.height) / Double($0.height * size.width) } ?? 1
        // In a high picture the text would hide half of it.
        let area = layout.isHigh ? layout.bars : Rectangle(size)
        let height =
            layout.isHigh
            ? min(Double(area.height), Double(area.width) * shape) * 0.48
            : min(Double(size.height) * 0.43, Double(size.width) * shape * 0.4)
        let thickness = max(1, min(size.width, size.height) / 240)
        let radii = Size(width: Int(height / shape), height: Int(height))
        // Two colours: one of them shows on any background.
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

    /// The lines, without the number of the frame. In a high picture the size and the rate of a mode are two.
    private var texts: [String] {
        guard layout.isHigh else { return [title, subtitle, TestCardLayout.numberLabel] }
        let parts = subtitle.split(separator: "@", maxSplits: 1)
        return [title, parts.first.map(String.init) ?? "", parts.count == 2 ? "\(parts[1]) Hz" : ""]
    }
}
