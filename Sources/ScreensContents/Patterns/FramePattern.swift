import Screens
import ScreensConfiguration
import ScreensPictures

/// Draws the frames of one screen, one after the other.
///
/// The first frame may take its time and memory; those after it allocate nothing.
package protocol FramePattern: Sendable {
    /// Whether all frames are the same.
    var isStill: Bool { get }

    /// Draws a frame over the one before it.
    ///
    /// - Parameters:
    ///   - number: counts the frames from 0 without gaps.
    ///   - isComplete: whether to draw everything, as for the first frame, and not only the difference.
    mutating func draw(frame number: Int, isComplete: Bool, on view: inout ExternalView)
}

/// One colour.
package struct SolidPattern: FramePattern {
    package let color: Color

    package init(color: Color) {
        self.color = color
    }

    package var isStill: Bool { true }

    package func draw(frame number: Int, isComplete: Bool, on view: inout ExternalView) {
        if isComplete { view.fill(view.bounds, with: color) }
    }
}

/// Changes one pixel per frame: the smallest new picture.
///
/// The pixels turn white row by row, and back to the background's colour in the next pass.
package struct PixelPattern: FramePattern {
    package let background: Color

    package init(background: Color) {
        self.background = background
    }

    package var isStill: Bool { false }

    package func draw(frame number: Int, isComplete: Bool, on view: inout ExternalView) {
        let bounds = view.bounds
        let count = bounds.width * bounds.height
        guard count > 0 else { return }
        let place = number % count
        let isWhitePass = number / count % 2 == 0
        if isComplete {
            let (old, new) = isWhitePass ? (background, ink) : (ink, background)
            let rows = place / bounds.width
            view.fill(bounds, with: old)
            view.fill(Rectangle(x: 0, y: 0, width: bounds.width, height: rows), with: new)
            view.fill(Rectangle(x: 0, y: rows, width: place % bounds.width, height: 1), with: new)
        }
        view.fill(
            Rectangle(x: place % bounds.width, y: place / bounds.width, width: 1, height: 1),
            with: isWhitePass ? ink : background)
    }

    /// Black on white, where the background is white.
    private var ink: Color { background == .white ? .black : .white }
}

/// A picture from a file, on a background.
package struct PicturePattern: FramePattern {
    private let picture: PlacedPicture
    /// The picture as it was drawn last, and its size.
    private var drawn: (size: Size, image: Image)?

    package init(_ picture: PlacedPicture) {
        self.picture = picture
    }

    package var isStill: Bool { true }

    package mutating func draw(frame number: Int, isComplete: Bool, on view: inout ExternalView) {
        guard isComplete else { return }
        let place = picture.mode.rectangle(for: picture.picture.fullSize, in: view.bounds)
        if drawn?.size != place.size {
            // The view mixes four pixels, and would leave out most of a large picture.
            let small = picture.picture.shrunk(to: place.size)
            drawn = (try? Image(size: small.size, premultiplied: small.pixels)).map { (place.size, $0) }
        }
        view.fill(view.bounds, with: picture.background)
        if let drawn { view.draw(drawn.image, in: place) }
    }
}

extension TestPattern {
    /// The picture for a screen.
    ///
    /// - Parameter keepsBitmap: whether a card is kept in memory, as it will be drawn completely more than once.
    package func picture(for screen: Screen, keepsBitmap: Bool) -> any FramePattern {
        switch self {
        case .card: TestCardPattern(of: screen, keepsBitmap: keepsBitmap)
        case .bars: StillPattern.bars
        case .gradient: StillPattern.gradient
        case .checker: StillPattern.checker
        }
    }
}
