import Screens

/// The test card with its moving parts: a bar that moves by a pixel per frame, and the number of the frame.
package struct TestCardContent: Content {
    private let title: String
    private let subtitle: String
    private let pictureAspect: Size?
    private let keepsPicture: Bool
    private var layout: TestCardLayout?
    private var image: Image?
    private var shownNumber = 0

    /// - Parameter keepsPicture: whether to keep the card in memory, because it is drawn completely more than once.
    package init(title: String, subtitle: String, pictureAspect: Size?, keepsPicture: Bool) {
        self.title = title
        self.subtitle = subtitle
        self.pictureAspect = pictureAspect
        self.keepsPicture = keepsPicture
    }

    /// Makes the card of a screen, with its name, its mode and the mode's aspect ratio.
    package init(of screen: Screen, keepsPicture: Bool) {
        guard let part = screen.wallPart else {
            self.init(
                title: screen.name, subtitle: screen.currentMode?.description ?? "",
                pictureAspect: screen.currentMode?.pictureAspect, keepsPicture: keepsPicture)
            return
        }
        // The surface has several modes, so the card states no mode and checks no shape.
        self.init(
            title: "Video wall", subtitle: part.surface.description, pictureAspect: nil, keepsPicture: keepsPicture)
    }

    package mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        if frame.isComplete { drawCard(on: &view) }
        guard let layout else { return .moving }
        drawBar(frame: frame.number, isComplete: frame.isComplete, layout: layout, on: &view)
        if layout.hasText { drawNumber(frame.number, isComplete: frame.isComplete, layout: layout, on: &view) }
        return .moving
    }

    private mutating func drawCard(on view: inout ExternalView) {
        let size = view.bounds.size
        if layout?.size != size {
            layout = TestCardLayout(size: size)
            image = nil
        }
        guard let layout else { return }
        let card = TestCard(layout: layout, title: title, subtitle: subtitle, pictureAspect: pictureAspect)
        if keepsPicture, image == nil { image = card.image() }
        if let image { view.draw(image, at: (0, 0)) } else { card.draw(on: &view) }
    }

    /// Moves the bar, which wraps around. Each frame clears a column behind it and draws one in front.
    private func drawBar(
        frame number: Int, isComplete: Bool, layout: TestCardLayout, on view: inout ExternalView
    ) {
        let strip = layout.strip
        guard strip.width > layout.barWidth else { return }
        func column(_ place: Int) -> Rectangle {
            Rectangle(x: strip.x + place % strip.width, y: strip.y, width: 1, height: strip.height)
        }
        if isComplete {
            for offset in 0..<layout.barWidth { view.fill(column(number + offset), with: TestCard.barColor) }
        } else {
            view.fill(column(number + strip.width - 1), with: TestCard.panelColor)
            view.fill(column(number + layout.barWidth - 1), with: TestCard.barColor)
        }
    }

    private mutating func drawNumber(
        _ number: Int, isComplete: Bool, layout: TestCardLayout, on view: inout ExternalView
    ) {
        var rest = number
        var former = shownNumber
        for index in stride(from: TestCardLayout.digitCount - 1, through: 0, by: -1) {
            if isComplete || rest % 10 != former % 10 {
                drawDigit(rest % 10, in: layout.digit(index), scale: layout.scale, on: &view)
            }
            rest /= 10
            former /= 10
        }
        shownNumber = number
    }

    private func drawDigit(_ digit: Int, in cell: Rectangle, scale: Int, on view: inout ExternalView) {
        view.fill(cell, with: TestCard.panelColor)
        view.draw(String(digit), at: (cell.x, cell.y), scale: scale, color: TestCard.textColor)
    }
}
