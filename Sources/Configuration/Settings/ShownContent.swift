import Screens

/// What a screen shows.
package enum ShownContent: Sendable, Hashable {
    /// The screen is left alone.
    case none
    /// One colour.
    case color(Color)
    /// A test picture.
    case pattern(TestPattern)
    /// A picture file.
    case image(Placed, path: String)
    /// The picture files of a folder, one after the other.
    case slides(Placed, SlideShow)

    /// How pictures are brought to a screen.
    package struct Placed: Sendable, Hashable {
        /// Where the picture goes.
        package var mode: ContentMode
        /// What is seen where it is not.
        package var background: Color

        /// All of the picture, on black.
        package init(mode: ContentMode = .fit, background: Color = .black) {
            self.mode = mode
            self.background = background
        }
    }

    /// Which pictures follow one another, and how fast.
    package struct SlideShow: Sendable, Hashable {
        /// The folder, an absolute path.
        package var folder: String
        /// From one picture to the next.
        package var interval: TimeLength
        /// How much of that one fades into the next.
        package var fade: TimeLength

        /// The pictures of a folder.
        package init(folder: String, interval: TimeLength, fade: TimeLength) {
            self.folder = folder
            self.interval = interval
            self.fade = fade
        }
    }
}

/// The test pictures that a configuration can name.
package enum TestPattern: String, Sendable, Hashable, CaseIterable {
    case card, bars, gradient, checker
}
