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

extension ColorForm: DrawnForm {
    var drawn: any Content { ColorContent(color) }
}
