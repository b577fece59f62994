import Screens
import ScreensPictures

/// A picture, how it fits the size of a screen, and the background around it.
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
