import Screens

/// The test card with its moving parts: a bar that moves by a pixel per frame, and the number of the frame.
package struct TestCardPattern: FramePattern {
    private let title: String
    private let subtitle: String
    private let pictureAspect: Size?
    private let keepsBitmap: Bool
    private var layout: TestCardLayout?
    private var bitmap: Bitmap?
    private var shownNumber = 0

    /// - Parameter keepsBitmap: whether to keep the card in memory, as it will be drawn completely more than once.
    package init(title: String, subtitle: String, pictureAspect: Size?, keepsBitmap: Bool) {
        self.title = title
        self.subtitle = subtitle
        self.pictureAspect = pictureAspect
        self.keepsBitmap = keepsBitmap
    }

    /// The card of a screen: with its name, its mode and the mode's aspect ratio.
    package init(of screen: Screen, keepsBitmap: Bool) {
        self.init(
            title: screen.name, subtitle: screen.currentMode?.description ?? "",
            pictureAspect: screen.currentMode?.pictureAspect, keepsBitmap: keepsBitmap)
    }

    package var isStill: Bool { false }

    package mutating func draw(frame number: Int, isComplete: Bool, on view: inout ExternalView) {
        if isComplete { drawCard(on: &view) }
        guard let layout else { return }
        drawBar(frame: number, isComplete: isComplete, layout: layout, on: &view)
        if layout.hasText { drawNumber(number, isComplete: isComplete, layout: layout, on: &view) }
    }

    private mutating func drawCard(on view: inout ExternalView) {
        let size = view.bounds.size
        if bitmap?.size != size {
            let layout = TestCardLayout(size: size)
            let card = TestCard(layout: layout, title: title, subtitle: subtitle, pictureAspect: pictureAspect)
            self.layout = layout
            bitmap = card.bitmap()
        }
        bitmap?.draw(on: &view)
        // As much memory as a screen has pixels, and not needed again.
        if !keepsBitmap { bitmap = nil }
    }

    /// Moves the bar, which wraps around: each frame clears a column behind it and draws one in front.
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
