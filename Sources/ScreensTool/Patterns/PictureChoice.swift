import ArgumentParser
import ProgramKit
import Screens

/// The pictures that `--pattern` names.
enum PatternName: String, CaseIterable, ExpressibleByArgument, Sendable {
    case card, pixel, bars, gradient, checker, overscan
}

/// The picture of a screen: a pattern, a colour, or a picture from a file.
enum PictureChoice: Sendable, Hashable {
    case color(Color)
    case pattern(PatternName, background: Color)
    case picture(PlacedPicture)

    /// Whether keys change it, to find what a display cuts off.
    var isCalibration: Bool {
        if case .pattern(.overscan, _) = self { true } else { false }
    }

    /// A new drawing of it for a screen.
    ///
    /// - Parameter calibration: what the overscan pattern shows.
    func makePattern(for screen: Screen, redraws: Bool, calibration: SharedCalibration) -> any FramePattern {
        switch self {
        case .color(let color): SolidPattern(color: color)
        case .picture(let picture): PicturePattern(picture)
        case .pattern(.pixel, let background): PixelPattern(background: background)
        case .pattern(.bars, _): StillPattern.bars
        case .pattern(.gradient, _): StillPattern.gradient
        case .pattern(.checker, _): StillPattern.checker
        case .pattern(.overscan, _):
            OverscanPattern(calibration, lying: screen.layout?.orientation ?? .upright)
        case .pattern(.card, _):
            if let part = screen.wallPart {
                // The surface has several modes, so the card names none and checks no shape.
                TestCardPattern(
                    title: "Video wall", subtitle: part.surface.description, pictureAspect: nil, keepsBitmap: redraws)
            } else {
                TestCardPattern(of: screen, keepsBitmap: redraws)
            }
        }
    }
}
