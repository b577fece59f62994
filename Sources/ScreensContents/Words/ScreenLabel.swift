import Screens

/// The name of a connector over a picture, as large as fits, and in small letters below it the display and its place.
///
/// Every command accepts the name for the screen.
package struct ScreenLabel: Sendable, Hashable {
    package let name: String
    /// The display, and the size and the place of its picture.
    package let details: [String]
    /// The screen's part of the view; nil for all of it.
    package let area: Rectangle?
    /// The size that its panel has at least.
    private(set) var least = Size(width: 0, height: 0)

    package init(name: String, details: [String], area: Rectangle? = nil) {
        self.name = name
        self.details = details
        self.area = area
    }

    /// The label with a panel that covers another label in a mirrored picture. Both are in the middle of the picture.
    ///
    /// - Parameters:
    ///   - other: the label of the source.
    ///   - source: the size of the picture of the source.
    ///   - bounds: the size of the picture of the mirror.
    package func covering(_ other: ScreenLabel, of source: Size, on bounds: Size) -> ScreenLabel {
        let panel = ScreenLabelLayout(other, in: Rectangle(source)).panel
        let place = ContentMode.fit.rectangle(for: source, in: Rectangle(bounds))
        var label = self
        // The edges of a scaled panel are not in whole pixels.
        label.least = Size(
            width: panel.width * place.width / max(source.width, 1) + 4,
            height: panel.height * place.height / max(source.height, 1) + 4)
        return label
    }

    /// Makes the label of a screen. In a video wall it is over the screen's own part.
    package init(of screen: Screen) {
        let identity = screen.identity
        let display = [identity?.vendor ?? identity?.make, identity?.model].compactMap(\.self).joined(separator: " ")
        let mode = screen.currentMode?.description
        let place = screen.wallPart.map { "\($0.region.x),\($0.region.y) / \($0.region.size)" }
        self.init(
            name: screen.name, details: [display, mode ?? "", place ?? ""].filter { !$0.isEmpty },
            area: screen.wallPart?.region)
    }

    /// The label in the middle of a screen's own picture.
    ///
    /// - Parameter bounds: the size of the picture.
    package func placed(in bounds: Size) -> PlacedWords? {
        try? PlacedWords(ScreenLabelLayout(self, in: Rectangle(bounds)).panel, in: bounds) { canvas, origin in
            draw(on: &canvas, in: Rectangle(bounds).offset(x: origin.x, y: origin.y))
        }
    }

    /// Draws the label in the middle of an area.
    fileprivate func draw(on target: inout some Drawable & ~Copyable, in area: Rectangle) {
        let layout = ScreenLabelLayout(self, in: area)
        target.fill(layout.panel, with: .black)
        target.stroke(layout.panel, with: .white, width: max(1, layout.nameScale / 4))
        target.draw(name, at: (layout.name.x, layout.name.y), scale: layout.nameScale, color: .white)
        for (line, text) in zip(layout.lines, details) {
            target.draw(text, at: (line.x, line.y), scale: layout.detailScale, color: .white)
        }
    }
}

/// The places of a label's texts, as a pure function of its size and its area.
package struct ScreenLabelLayout: Sendable, Hashable {
    /// The sides of a font's pixel, in the name and in the lines below.
    package let nameScale: Int
    package let detailScale: Int
    package let panel: Rectangle
    package let name: Rectangle
    package let lines: [Rectangle]

    /// - Parameter area: the screen's part of the picture.
    package init(_ label: ScreenLabel, in area: Rectangle) {
        let unit = ExternalView.size(of: label.name)
        // The name takes up to four fifths of the width and two fifths of the height.
        let nameScale = max(1, min(area.width * 4 / 5 / max(1, unit.width), area.height * 2 / 5 / max(1, unit.height)))
        let nameSize = ExternalView.size(of: label.name, scale: nameScale)
        let longest = label.details.map { ExternalView.size(of: $0).width }.max() ?? 0
        let detailScale = max(
            1, min(max(1, nameScale / 3), area.height / 140 + 1, area.width * 4 / 5 / max(1, longest)))
        let sizes = label.details.map { ExternalView.size(of: $0, scale: detailScale) }
        let gap = 2 * detailScale
        let height = nameSize.height + sizes.reduce(0) { $0 + $1.height + gap }
        let width = max(nameSize.width, sizes.map(\.width).max() ?? 0)
        let margin = 2 * max(detailScale, nameScale / 2)
        let top = area.y + (area.height - height) / 2
        func centered(_ size: Size, _ y: Int) -> Rectangle {
            Rectangle(x: area.x + (area.width - size.width) / 2, y: y, width: size.width, height: size.height)
        }
        name = centered(nameSize, top)
        var y = top + nameSize.height
        var lines: [Rectangle] = []
        for size in sizes {
            lines.append(centered(size, y + gap))
            y += gap + size.height
        }
        self.lines = lines
        self.nameScale = nameScale
        self.detailScale = detailScale
        let size = Size(width: width + 2 * margin, height: height + 2 * margin)
        let more = max(0, label.least.height - size.height)
        panel = centered(
            Size(width: max(size.width, label.least.width), height: size.height + more), top - margin - (more + 1) / 2)
    }
}

/// The label of a screen on a black background.
package struct LabelContent: Content {
    private let label: ScreenLabel

    package init(_ label: ScreenLabel) {
        self.label = label
    }

    package func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        if frame.isComplete {
            view.fill(view.bounds, with: .black)
            label.draw(on: &view, in: label.area ?? view.bounds)
        }
        return .still
    }
}
