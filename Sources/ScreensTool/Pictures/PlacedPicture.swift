import Screens

/// A picture, how it is brought to the size of a screen, and what is seen where it is not.
struct PlacedPicture: Sendable, Hashable {
    let picture: DecodedPicture
    let mode: ContentMode
    let background: Color
}
