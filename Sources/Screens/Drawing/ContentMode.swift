/// How a picture is placed in an area of another size.
public enum ContentMode: Sendable, Hashable, CaseIterable {
    /// The picture is scaled to the largest size at which it is visible as a whole, centred. The rest of the area is
    /// background.
    case fit
    /// The picture is scaled to the smallest size that covers the area, centred. The parts outside are cut off.
    case fill
    /// The picture is scaled to the size of the area, regardless of the aspect ratio.
    case stretch
    /// The picture has its own size and is centred.
    case center
    /// The picture has its own size and is in that corner.
    case topLeft, topRight, bottomLeft, bottomRight

    /// The place of the whole picture, which may be larger than the area. It is empty if the picture or the area is
    /// empty.
    public func rectangle(for size: Size, in area: Rectangle) -> Rectangle {
        guard size.width > 0, size.height > 0, !area.isEmpty else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        let scaled = scaled(size, area.size)
        let (right, bottom) = (area.width - scaled.width, area.height - scaled.height)
        // An odd pixel goes to the right and the bottom.
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

    /// A product divided by a number, rounded, at least 1.
    private static func rounded(_ one: Int, _ other: Int, over divisor: Int) -> Int {
        let product = Int128(one) * Int128(other)
        return max(1, Int(clamping: (product + Int128(divisor / 2)) / Int128(divisor)))
    }
}

extension ContentMode {
    /// The name on the command line and in configurations.
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

    /// All words for a mode: the names, and `contain` and `cover`, which style sheets have for `fit` and `fill`.
    package static let words: [(name: String, value: ContentMode)] =
        allCases.map { ($0.name, $0) } + [("contain", .fit), ("cover", .fill)]
}
