import ProgramKit
import Screens

/// What overscan is found with: a scale at the edges, and a frame that keys move to where the display's picture ends.
///
/// Of a change only the frame and the text are drawn anew, and what was behind the frame.
struct OverscanPattern: FramePattern {
    private static let chosenColor = Color(rgb: 0xFF00FF)
    private static let otherColor = Color(rgb: 0xFF8000)

    private let calibration: SharedCalibration
    private let orientation: Orientation
    private var parts: (scale: OverscanScale, panel: OverscanPanel)?
    private var shown: OverscanCalibration?

    /// - Parameter orientation: how the picture lies on its screen.
    init(_ calibration: SharedCalibration, lying orientation: Orientation) {
        self.calibration = calibration
        self.orientation = orientation
    }

    /// It is until a key is pressed, and that asks for a frame.
    var isStill: Bool { true }

    mutating func draw(frame number: Int, isComplete: Bool, on view: borrowing ExternalView) {
        let size = view.bounds.size
        var isComplete = isComplete
        if parts?.scale.size != size {
            parts = (OverscanScale(size: size), OverscanPanel(size: size, hasKeys: calibration.hasKeys))
            isComplete = true
        }
        guard let parts else { return }
        let value = calibration.value
        guard isComplete || value != shown else { return }
        if isComplete {
            parts.scale.draw(in: view.bounds, on: view)
        } else if let shown {
            for strip in strips(shown, size) { parts.scale.draw(in: strip, on: view) }
        }
        for (strip, edge) in zip(strips(value, size), [.top, .right, .bottom, .left] as [OverscanCalibration.Edges]) {
            view.fill(strip, with: value.edges.contains(edge) ? Self.chosenColor : Self.otherColor)
        }
        parts.panel.draw(value, value.insets(lying: orientation), on: view)
        shown = value
    }

    /// The frame: its outermost pixels are the outermost that the display is thought to show.
    private func strips(_ value: OverscanCalibration, _ size: Size) -> [Rectangle] {
        let insets = value.insets(lying: orientation)
        // Another screen may be larger, and have more cut off than there is here.
        let left = min(insets.left, size.width - 1)
        let top = min(insets.top, size.height - 1)
        let area = Rectangle(
            x: left, y: top, width: max(1, size.width - left - insets.right),
            height: max(1, size.height - top - insets.bottom))
        return OverscanScale.strips(of: area, thickness: max(1, min(size.width, size.height) / 360))
    }
}
