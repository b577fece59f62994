import ArgumentParser
import Screens

/// How a picture is brought to the size of a screen.
enum ContentMode: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// All of it, as large as there is room for, in its own shape.
    case fit
    /// So that no edge is free, in its own shape; what is too much is cut off on both sides.
    case fill
    /// As the screen is, whatever its own shape.
    case stretch
    /// Pixel by pixel, in the middle.
    case center

    /// Where all of the picture goes; that may reach outside of the screen.
    func place(_ picture: Size, on screen: Size) -> Rectangle {
        let size: Size =
            switch self {
            case .stretch: screen
            case .center: picture
            case .fit: scaled(picture, to: screen, byWidth: isWider(picture, than: screen))
            case .fill: scaled(picture, to: screen, byWidth: !isWider(picture, than: screen))
            }
        return Rectangle(
            x: (screen.width - size.width) / 2, y: (screen.height - size.height) / 2, width: size.width,
            height: size.height)
    }

    private func isWider(_ picture: Size, than screen: Size) -> Bool {
        picture.width * screen.height >= screen.width * picture.height
    }

    private func scaled(_ picture: Size, to screen: Size, byWidth: Bool) -> Size {
        func scaled(_ length: Int, _ numerator: Int, _ denominator: Int) -> Int {
            max((length * numerator + denominator / 2) / denominator, 1)
        }
        return byWidth
            ? Size(width: screen.width, height: scaled(picture.height, screen.width, picture.width))
            : Size(width: scaled(picture.width, screen.height, picture.height), height: screen.height)
    }
}
