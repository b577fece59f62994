import Screens

/// A picture, how it fits the size of a screen, and the background around it.
package struct PlacedPicture: Sendable, Hashable {
    package let picture: KeptPicture
    package let mode: ContentMode
    package let background: Color

    package init(picture: KeptPicture, mode: ContentMode, background: Color) {
        self.picture = picture
        self.mode = mode
        self.background = background
    }
}
