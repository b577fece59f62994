import Screens
import ScreensRaster

/// The colours of equal parts of a gradient, from stops in the order of their offsets.
struct GradientTable {
    private struct Node {
        var offset: Double
        let color: Color
    }

    /// The number of colours, one of `GradientKernel.counts`.
    let count: Int
    /// Whether all colours are opaque.
    let isOpaque: Bool
    private let nodes: [Node]

    /// Makes a table whose colours are at most one step away from the gradient's, or nil if a table would need to be
    /// too large, or if a step between two colours is not between two of its parts.
    init?(_ stops: [Gradient.Stop], _ spread: Gradient.Spread) {
        var nodes = stops.enumerated().map { (number: $0, node: Node(offset: $1.offset.part, color: $1.color)) }
            .sorted { ($0.node.offset, $0.number) < ($1.node.offset, $1.number) }.map { $0.node }
        guard let first = nodes.first, let last = nodes.last else { return nil }
        if spread == .repeat {
            // The colours between the last stop and the first one of the next period.
            nodes.insert(Node(offset: last.offset - 1, color: last.color), at: 0)
            nodes.append(Node(offset: first.offset + 1, color: first.color))
        }
        let all = nodes
        let smallest = GradientKernel.counts.first { count in
            zip(all, all.dropFirst()).allSatisfy { Self.isExact(from: $0, to: $1, count: count) }
        }
        guard let smallest else { return nil }
        count = smallest
        isOpaque = nodes.allSatisfy { $0.color.alpha == 255 }
        self.nodes = nodes
    }

    private static func isExact(from one: Node, to other: Node, count: Int) -> Bool {
        func distance(_ channel: KeyPath<Color, UInt8>) -> Double {
            abs(Double(one.color[keyPath: channel]) - Double(other.color[keyPath: channel]))
        }
        let steps = max(distance(\.red), distance(\.green), distance(\.blue)) + distance(\.alpha)
        let parts = (other.offset - one.offset) * Double(count)
        if parts <= 1e-6 {
            let place = one.offset * Double(count)
            return steps == 0 || place == place.rounded()
        }
        // A part has the colour of its middle.
        return steps <= 2 * parts
    }

    /// Writes the colours as premultiplied ARGB8888.
    func fill(_ colors: UnsafeMutableBufferPointer<UInt32>) {
        var next = 0
        for index in colors.indices {
            let place = (Double(index) + 0.5) / Double(count)
            while next < nodes.count, nodes[next].offset <= place { next += 1 }
            let (one, other) = (nodes[max(next - 1, 0)], nodes[min(next, nodes.count - 1)])
            let span = other.offset - one.offset
            colors[index] = Self.mixture(one.color, other.color, span > 0 ? (place - one.offset) / span : 0)
        }
    }

    /// Mixes two colours, and then multiplies by the alpha of the mixture.
    private static func mixture(_ one: Color, _ other: Color, _ share: Double) -> UInt32 {
        let (first, second) = (one.levels, other.levels)
        func mixed(_ own: Double, _ next: Double) -> Double { own + (next - own) * share }
        let alpha = mixed(first.alpha, second.alpha)
        func channel(_ own: Double, _ next: Double) -> UInt32 { UInt32(mixed(own, next) * alpha * 255 + 0.5) }
        let red = channel(first.red, second.red)
        let green = channel(first.green, second.green)
        let blue = channel(first.blue, second.blue)
        return UInt32(alpha * 255 + 0.5) << 24 | red << 16 | green << 8 | blue
    }
}
