import Screens

/// A picture from a file, on a background.
package struct PictureContent: Content {
    private let picture: PlacedPicture
    /// The picture as last drawn, and its size.
    private var drawn: (size: Size, image: Image)?

    package init(_ picture: PlacedPicture) {
        self.picture = picture
    }

    package mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        guard frame.isComplete else { return .still }
        let place = picture.picture.place(picture.mode, in: view.bounds)
        if drawn?.size != place.size {
            // The view mixes only four pixels, and would skip most of a large picture.
            drawn = picture.picture.image(for: place.size).map { (place.size, $0) }
        }
        view.clear(to: picture.background)
        if let drawn { view.draw(drawn.image, in: place) }
        return .still
    }
}
