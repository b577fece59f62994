import Screens
import ScreensConfiguration

/// One colour.
package struct ColorContent: Content {
    package let color: Color

    package init(_ color: Color) {
        self.color = color
    }

    package func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawnContent {
        if frame.isComplete { view.fill(view.bounds, with: color) }
        return .still
    }
}

extension ContentKind {
    static let color = ContentKind(draw: { content in
        guard case .color(let color) = content else { return nil }
        return ColorContent(color)
    })
}
