import Screens
import ScreensConfiguration

/// One colour.
package struct ColorContent: Content {
    package let color: Color

    package init(_ color: Color) {
        self.color = color
    }

    package func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        if frame.isComplete { view.fill(view.bounds, with: color) }
        return .still
    }
}

extension ColorKind: DrawnKind {
    var drawn: any Content { ColorContent(color) }
}
