import Screens

/// A picture, how it is brought to the size of a screen, and what is seen where it is not.
package struct PlacedPicture: Sendable, Hashable {
    package let picture: DecodedPicture
    package let mode: ContentMode
    package let background: Color

    package init(picture: DecodedPicture, mode: ContentMode, background: Color) {
        self.picture = picture
        self.mode = mode
        self.background = background
    }
}
