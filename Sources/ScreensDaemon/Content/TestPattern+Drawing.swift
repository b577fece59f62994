import Configuration
import ProgramKit
import Screens

extension TestPattern {
    /// The drawing of it for a screen.
    func pattern(for screen: Screen) -> any FramePattern {
        switch self {
        case .card: TestCardPattern(of: screen, keepsBitmap: false)
        case .bars: StillPattern.bars
        case .gradient: StillPattern.gradient
        case .checker: StillPattern.checker
        }
    }
}
