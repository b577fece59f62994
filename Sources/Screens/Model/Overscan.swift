/// How much of a picture's edges a display does not show, and what is to be done about it.
public struct Overscan: Sendable, Hashable {
    /// A distance from one edge.
    public enum Inset: Sendable, Hashable {
        /// Of the mode.
        case pixels(Int)
        /// Of the mode's height or width, in hundredths of a percent: 500 is a twentieth.
        case hundredths(Int)

        func pixels(of length: Int) -> Int {
            switch self {
            case .pixels(let pixels): pixels
            // Beyond all of it numbers would grow too large to be multiplied.
            case .hundredths(let hundredths): (length * min(max(hundredths, 0), 10_000) + 5_000) / 10_000
            }
        }
    }

    /// What is done.
    public var compensation: OverscanCompensation
    /// From the edges of the screen, whatever lies there of a turned picture.
    public var top: Inset
    /// From the right edge of the screen.
    public var right: Inset
    /// From the lower edge of the screen.
    public var bottom: Inset
    /// From the left edge of the screen.
    public var left: Inset

    /// The same from all edges.
    public init(_ inset: Inset, compensation: OverscanCompensation = .scale) {
        self.init(top: inset, right: inset, bottom: inset, left: inset, compensation: compensation)
    }

    /// From each edge its own.
    public init(
        top: Inset, right: Inset, bottom: Inset, left: Inset, compensation: OverscanCompensation = .scale
    ) {
        self.compensation = compensation
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// All of the picture is seen.
    public static let none = Overscan(.pixels(0))

    /// The part of a mode that no inset may leave less of.
    private static let least = 4

    /// The distances in pixels of a mode. A quarter of the picture is left in each direction, whatever was asked for.
    func insets(in mode: Size) -> EdgeInsets {
        func pair(_ first: Inset, _ second: Inset, _ length: Int) -> (Int, Int) {
            let limit = length - max(length / Self.least, 1)
            let first = min(max(first.pixels(of: length), 0), limit)
            return (first, min(max(second.pixels(of: length), 0), limit - first))
        }
        let (top, bottom) = pair(top, bottom, mode.height)
        let (left, right) = pair(left, right, mode.width)
        return EdgeInsets(top: top, right: right, bottom: bottom, left: left)
    }
}

extension Overscan {
    /// From `5%`, `40`, or four such values in the order top, right, bottom, left, with commas between; nil for anything
    /// else. Percents have up to two places after the point, and at most 50 of them are meant.
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
    /// From `5%`, `2.5%` or `40`.
    init?(_ text: Substring) {
        guard text.last == "%" else {
            guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let pixels = Int(text), pixels <= 16384 else {
                return nil
            }
            self = .pixels(pixels)
            return
        }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let whole = Int(parts[0]), whole <= 50
        else { return nil }
        var hundredths = whole * 100
        if parts.count == 2 {
            guard (1...2).contains(parts[1].count), let part = Int(parts[1]) else { return nil }
            hundredths += parts[1].count == 1 ? part * 10 : part
        }
        guard hundredths <= 5000 else { return nil }
        self = .hundredths(hundredths)
    }
}

/// What is done about the edges of a picture that a display does not show.
public struct OverscanCompensation: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture is made smaller, so that it fits into what is seen. The bounds stay those of the mode.
    public static let scale = OverscanCompensation(rawValue: "scale")
    /// The bounds are what is seen, pixel for pixel, with black around it.
    public static let insetBounds = OverscanCompensation(rawValue: "inset")
    /// Nothing is done: ``PictureLayout/insets`` says what is not seen, for those who lay out by it.
    public static let none = OverscanCompensation(rawValue: "none")

    /// Those that there are.
    public static let all: [OverscanCompensation] = [.scale, .insetBounds, .none]
}

/// Distances from the edges of a picture, in whole pixels.
public struct EdgeInsets: Sendable, Hashable {
    /// From the upper edge.
    public var top: Int
    /// From the right edge.
    public var right: Int
    /// From the lower edge.
    public var bottom: Int
    /// From the left edge.
    public var left: Int

    /// Distances in pixels; none below zero.
    public init(top: Int, right: Int, bottom: Int, left: Int) {
        self.top = max(top, 0)
        self.right = max(right, 0)
        self.bottom = max(bottom, 0)
        self.left = max(left, 0)
    }

    /// No distance from any edge.
    public static let zero = EdgeInsets(top: 0, right: 0, bottom: 0, left: 0)

    /// What is left of a picture within them.
    func inset(_ size: Size) -> Rectangle {
        Rectangle(x: left, y: top, width: size.width - left - right, height: size.height - top - bottom)
    }
}
