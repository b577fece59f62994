/// The edges of the picture that a display cuts off, and how that is compensated.
public struct Overscan: Sendable, Hashable {
    /// A distance from one edge.
    public enum Inset: Sendable, Hashable {
        /// Pixels of the mode.
        case pixels(Int)
        /// Hundredths of a percent of the mode's height or width: 500 is 5 %.
        case hundredths(Int)

        /// A percentage of the mode's height or width, rounded to hundredths: `.percent(2.5)`.
        public static func percent(_ percent: Double) -> Inset {
            .hundredths(percent.isFinite ? Int((min(max(percent, 0), 100) * 100).rounded()) : 0)
        }

        func pixels(of length: Int) -> Int {
            switch self {
            case .pixels(let pixels): pixels
            // The share is clamped to 100 %, so that the product cannot overflow.
            case .hundredths(let hundredths): (length * min(max(hundredths, 0), 10_000) + 5_000) / 10_000
            }
        }
    }

    /// How the cut-off edges are compensated.
    public var compensation: OverscanCompensation
    /// The distance from the upper edge of the screen. Edges are the screen's, not a rotated picture's.
    public var top: Inset
    /// The distance from the right edge of the screen.
    public var right: Inset
    /// The distance from the lower edge of the screen.
    public var bottom: Inset
    /// The distance from the left edge of the screen.
    public var left: Inset

    /// The same inset from all edges.
    public init(_ inset: Inset, compensation: OverscanCompensation = .scale) {
        self.init(top: inset, right: inset, bottom: inset, left: inset, compensation: compensation)
    }

    /// An inset for each edge.
    public init(
        top: Inset, right: Inset, bottom: Inset, left: Inset, compensation: OverscanCompensation = .scale
    ) {
        self.compensation = compensation
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// The whole picture is visible.
    public static let none = Overscan(.pixels(0))

    /// The divisor of the height and of the width that yields the smallest visible part.
    private static let least = 4

    /// The insets in pixels of a mode, limited so that at least a quarter of the height and of the width stays visible.
    /// Two opposite insets that leave less shrink in proportion.
    func insets(in mode: Size) -> EdgeInsets {
        func pair(_ first: Inset, _ second: Inset, _ length: Int) -> (Int, Int) {
            let limit = Self.limit(of: length)
            let first = min(max(first.pixels(of: length), 0), length)
            let second = min(max(second.pixels(of: length), 0), length)
            let sum = first + second
            return sum > limit ? (first * limit / sum, second * limit / sum) : (first, second)
        }
        let (top, bottom) = pair(top, bottom, mode.height)
        let (left, right) = pair(left, right, mode.width)
        return EdgeInsets(top: top, right: right, bottom: bottom, left: left)
    }

    /// Whether ``insets(in:)`` reduces the insets for a mode because too little of the picture would stay visible.
    func isLimited(in mode: Size) -> Bool {
        [(top, bottom, mode.height), (left, right, mode.width)].contains { first, second, length in
            let limit = Self.limit(of: length)
            let (first, second) = (max(first.pixels(of: length), 0), max(second.pixels(of: length), 0))
            // The sum of the largest numbers would overflow.
            return first > limit || second > limit || first + second > limit
        }
    }

    /// The largest number of pixels of a side that two insets may hide together.
    private static func limit(of length: Int) -> Int { length - max(length / least, 1) }
}

extension Overscan {
    /// The largest inset that ``init(_:)`` parses, in percent.
    package static let mostPercent = 50
    /// The largest inset that ``init(_:)`` parses, in pixels.
    package static let mostPixels = 16384

    /// The number in `5%` or `5 %`.
    package static func number(ofPercentage text: Substring) -> Substring {
        var number = text.dropLast()
        while number.last == " " { number.removeLast() }
        return number
    }

    /// Parses `5%`, `40`, or four of these in the order top, right, bottom, left, separated by commas; nil for any
    /// other text. Percentages have up to two digits after the point, may have spaces before the sign, and are at most
    /// 50.
    public init?(_ text: String) {
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map { Inset($0) }
        let insets = values.compactMap(\.self)
        guard insets.count == values.count else { return nil }
        switch insets.count {
        case 1: self.init(insets[0])
        case 4: self.init(top: insets[0], right: insets[1], bottom: insets[2], left: insets[3])
        default: return nil
        }
    }
}

extension Overscan.Inset {
    /// Parses `5%`, `2.5%` or `40`.
    init?(_ text: Substring) {
        guard text.last == "%" else {
            guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let pixels = Int(text), pixels <= Overscan.mostPixels
            else {
                return nil
            }
            self = .pixels(pixels)
            return
        }
        let parts = Overscan.number(ofPercentage: text).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let whole = Int(parts[0]), whole <= Overscan.mostPercent
        else { return nil }
        var hundredths = whole * 100
        if parts.count == 2 {
            guard (1...2).contains(parts[1].count), let part = Int(parts[1]) else { return nil }
            hundredths += parts[1].count == 1 ? part * 10 : part
        }
        guard hundredths <= Overscan.mostPercent * 100 else { return nil }
        self = .hundredths(hundredths)
    }
}

/// How the edges that a display cuts off are compensated.
public struct OverscanCompensation: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture is scaled down to the visible area. The bounds stay the mode's.
    public static let scale = OverscanCompensation(rawValue: "scale")
    /// The bounds are the visible area, pixel for pixel, with black around it.
    public static let insetBounds = OverscanCompensation(rawValue: "inset")
    /// Nothing is compensated. ``PictureLayout/insets`` gives the hidden edges, for a layout that avoids them.
    public static let none = OverscanCompensation(rawValue: "none")

    /// All known values.
    public static let all: [OverscanCompensation] = [.scale, .insetBounds, .none]
}

/// Distances from the edges of a picture, in whole pixels.
public struct EdgeInsets: Sendable, Hashable {
    /// The distance from the upper edge.
    public var top: Int
    /// The distance from the right edge.
    public var right: Int
    /// The distance from the lower edge.
    public var bottom: Int
    /// The distance from the left edge.
    public var left: Int

    /// Makes insets of these distances in pixels; negative distances become 0.
    public init(top: Int, right: Int, bottom: Int, left: Int) {
        self.top = max(top, 0)
        self.right = max(right, 0)
        self.bottom = max(bottom, 0)
        self.left = max(left, 0)
    }

    /// No distance from any edge.
    public static let zero = EdgeInsets(top: 0, right: 0, bottom: 0, left: 0)

    /// The part of a picture inside the insets.
    func inset(_ size: Size) -> Rectangle {
        Rectangle(x: left, y: top, width: size.width - left - right, height: size.height - top - bottom)
    }
}
