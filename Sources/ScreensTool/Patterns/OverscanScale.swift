import Screens

/// The part of the overscan pattern that does not change. Overscan can be read from it without keys.
///
/// A white line marks the outermost pixel of each edge, and the arrows point to it. Ten more lines are one percent
/// apart, with their numbers on the inner side: the number at the outermost visible line is about the loss at that
/// edge.
struct OverscanScale: Sendable {
    /// A rectangle of one colour.
    struct Mark: Sendable {
        let area: Rectangle
        let color: Color
    }

    /// A number beside its line.
    struct Label: Sendable {
        let text: String
        let area: Rectangle
        let color: Color
    }

    static let background = Color(rgb: 0x202020)
    private static let steps = 10
    private static let colors = [
        Color.white, Color(rgb: 0x909090), Color(rgb: 0xC0C0C0), Color(rgb: 0x909090), Color(rgb: 0xC0C0C0),
        Color(rgb: 0xFFFF00),
    ]

    let size: Size
    let marks: [Mark]
    /// The numbers, which do not overlap.
    let labels: [Label]
    /// The size of a pixel of the numbers.
    private let scale: Int

    init(size: Size) {
        self.size = size
        scale = max(1, min(size.width, size.height) / 360)
        var marks: [Mark] = []
        for step in (0...Self.steps).reversed() {
            let thickness = step == 0 ? 1 : Self.thickness(size)
            marks += Self.strips(of: Self.area(step, of: size), thickness: thickness).map {
                Mark(area: $0, color: Self.color(step))
            }
        }
        self.marks = marks + Self.arrows(size)
        labels = Self.labels(size, scale)
    }

    /// Returns the upper, right, lower and left edge of a rectangle.
    static func strips(of area: Rectangle, thickness: Int) -> [Rectangle] {
        let (width, height) = (min(thickness, area.width), min(thickness, area.height))
        return [
            Rectangle(x: area.x, y: area.y, width: area.width, height: height),
            Rectangle(x: area.x + area.width - width, y: area.y, width: width, height: area.height),
            Rectangle(x: area.x, y: area.y + area.height - height, width: area.width, height: height),
            Rectangle(x: area.x, y: area.y, width: width, height: area.height),
        ]
    }

    /// Draws the part within a rectangle. Numbers that reach into it are drawn whole.
    func draw(in area: Rectangle, on view: inout ExternalView) {
        view.fill(area, with: Self.background)
        for mark in marks { view.fill(mark.area.intersection(area), with: mark.color) }
        for label in labels where !label.area.intersection(area).isEmpty {
            view.draw(
                label.text, at: (label.area.x, label.area.y), scale: scale, color: label.color,
                background: Self.background)
        }
    }

    /// Returns the rest of a picture when this percentage is cut off at each edge, rounded as `--overscan` does.
    static func area(_ percent: Int, of size: Size) -> Rectangle {
        let x = (size.width * percent + 50) / 100
        let y = (size.height * percent + 50) / 100
        return Rectangle(x: x, y: y, width: size.width - 2 * x, height: size.height - 2 * y)
    }

    private static func thickness(_ size: Size) -> Int { max(1, min(size.width, size.height) / 1080) }

    private static func color(_ step: Int) -> Color {
        step == steps ? Color(rgb: 0x00FFFF) : colors[step % colors.count]
    }

    /// Returns an arrow in the middle of each edge, whose tip is the outermost pixel.
    private static func arrows(_ size: Size) -> [Mark] {
        let (width, height) = (size.width, size.height)
        return (0..<max(2, min(width, height) / 24)).flatMap { step in
            let span = 2 * step + 1
            let (x, y) = (width / 2 - step, height / 2 - step)
            return [
                Rectangle(x: x, y: step, width: span, height: 1),
                Rectangle(x: width - 1 - step, y: y, width: 1, height: span),
                Rectangle(x: x, y: height - 1 - step, width: span, height: 1),
                Rectangle(x: step, y: y, width: 1, height: span),
            ].map { Mark(area: $0, color: .white) }
        }
    }

    /// Returns numbers side by side along the edges, so that they do not overlap; none if there is too little room.
    private static func labels(_ size: Size, _ scale: Int) -> [Label] {
        let largest = ExternalView.size(of: "\(steps)", scale: scale)
        guard size.width * 3 / 100 > largest.width, size.height * 3 / 100 > largest.height else { return [] }
        let gap = thickness(size) + scale
        return (1...steps).flatMap { step in
            let text = ExternalView.size(of: "\(step)", scale: scale)
            let line = area(step, of: size)
            let percent = 12 + 3 * step
            let (x, y) = (size.width * percent / 100, size.height * percent / 100)
            func label(_ x: Int, _ y: Int) -> Label {
                Label(
                    text: "\(step)", area: Rectangle(x: x, y: y, width: text.width, height: text.height),
                    color: color(step))
            }
            return [
                label(x, line.y + gap), label(line.x + line.width - gap - text.width, y),
                label(x, line.y + line.height - gap - text.height), label(line.x + gap, y),
            ]
        }
    }
}
