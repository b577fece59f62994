import Screens
import ScreensConfiguration
import ScreensContents

/// The pictures that `--pattern` names.
enum PatternName: String, CaseIterable, Sendable {
    case card, pixel, bars, gradient, checker, overscan
}

/// The picture of a screen: a pattern, a colour, or the picture of a file.
enum PictureChoice: Sendable, Hashable {
    case color(Color)
    case pattern(PatternName, background: Color)
    case picture(PlacedPicture)
    /// The name of the screen.
    case label
    /// The frames of standard input.
    case frames(FrameFeed)

    /// Whether keys change it, to measure what a display cuts off.
    var isCalibration: Bool {
        if case .pattern(.overscan, _) = self { true } else { false }
    }

    /// The source of frames while it is shown; nil for still pictures.
    var feed: FrameFeed? {
        if case .frames(let feed) = self { feed } else { nil }
    }

    /// Creates its content for a screen.
    ///
    /// - Parameter calibration: the values that the overscan pattern shows.
    func content(for screen: Screen, redraws: Bool, calibration: SharedCalibration) -> any Content {
        switch self {
        case .color(let color): return ColorContent(color)
        case .picture(let picture): return PictureContent(picture)
        case .label: return LabelContent(ScreenLabel(of: screen))
        case .frames(let feed): return PresentedContent(presenter: feed.presenter)
        case .pattern(.pixel, let background): return PixelContent(background: background)
        case .pattern(let name, _):
            guard let pattern = TestPattern(rawValue: name.rawValue) else {
                return OverscanPattern(calibration, lying: screen.layout?.orientation ?? .upright)
            }
            return PatternContent(pattern, moves: true, keepsPicture: redraws)
        }
    }
}
