/// How a picture of one size is shown in an area of another.
public enum ContentMode: Sendable, Hashable, CaseIterable {
    /// As large as it can be seen as a whole, in the middle; what is left of the area shows the background.
    case fit
    /// As small as it covers all of the area, in the middle; what lies outside is cut off.
    case fill
    /// Exactly as the area, whatever that does to its shape.
    case stretch
    /// In its own size, in the middle.
    case center
    /// In its own size, in that corner.
    case topLeft, topRight, bottomLeft, bottomRight

    /// Where the whole of a picture goes. It may be larger than the area. Nothing of no size goes anywhere.
    public func rectangle(for size: Size, in area: Rectangle) -> Rectangle {
        guard size.width > 0, size.height > 0, !area.isEmpty else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        let scaled = scaled(size, area.size)
        let (right, bottom) = (area.width - scaled.width, area.height - scaled.height)
        // Half a pixel too much goes to the right and the bottom.
        let (x, y) =
            switch self {
            case .fit, .fill, .stretch, .center: (right >> 1, bottom >> 1)
            case .topLeft: (0, 0)
            case .topRight: (right, 0)
            case .bottomLeft: (0, bottom)
            case .bottomRight: (right, bottom)
            }
        return Rectangle(x: area.x &+ x, y: area.y &+ y, width: scaled.width, height: scaled.height)
    }

    private func scaled(_ size: Size, _ area: Size) -> Size {
        let isWider = Int128(size.width) * Int128(area.height) > Int128(area.width) * Int128(size.height)
        switch self {
        case .stretch: return area
        case .fit where isWider, .fill where !isWider:
            return Size(width: area.width, height: Self.rounded(size.height, area.width, over: size.width))
        case .fit, .fill:
            return Size(width: Self.rounded(size.width, area.height, over: size.height), height: area.height)
        case .center, .topLeft, .topRight, .bottomLeft, .bottomRight: return size
        }
    }

    /// A product over a number, to the nearest and at least 1.
    private static func rounded(_ one: Int, _ other: Int, over divisor: Int) -> Int {
        let product = Int128(one) * Int128(other)
        return max(1, Int(clamping: (product + Int128(divisor / 2)) / Int128(divisor)))
    }
}

extension ContentMode {
    /// As it is written, here and on the command line.
    package var name: String {
        switch self {
        case .fit: "fit"
        case .fill: "fill"
        case .stretch: "stretch"
        case .center: "center"
        case .topLeft: "top-left"
        case .topRight: "top-right"
        case .bottomLeft: "bottom-left"
        case .bottomRight: "bottom-right"
        }
    }
}
