import Screens

/// A picture from a file, on a background.
package struct PicturePattern: FramePattern {
    private let picture: PlacedPicture
    /// The picture as it was drawn last, and for which size.
    private var drawn: (size: Size, image: Image)?

    package init(_ picture: PlacedPicture) {
        self.picture = picture
    }

    package var isStill: Bool { true }

    package mutating func draw(frame number: Int, isComplete: Bool, on view: borrowing ExternalView) {
        guard isComplete else { return }
        let place = picture.mode.rectangle(for: picture.picture.size, in: view.bounds)
        if drawn?.size != place.size {
            // The view mixes four pixels, which leaves most of a large picture out.
            let small = picture.picture.shrunk(to: place.size)
            drawn = (try? Image(size: small.size, premultiplied: small.pixels)).map { (place.size, $0) }
        }
        view.fill(view.bounds, with: picture.background)
        if let drawn { view.draw(drawn.image, in: place) }
    }
}
