import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensReports

/// The pictures that `--pattern` names: the patterns that a configuration names too, and two of this command alone.
enum PatternName: Sendable, Hashable {
    case test(TestPattern)
    case pixel, overscan

    var name: String {
        switch self {
        case .test(let pattern): pattern.rawValue
        case .pixel: "pixel"
        case .overscan: "overscan"
        }
    }
}

extension PatternName: CaseIterable {
    static var allCases: [PatternName] { TestPattern.allCases.map { .test($0) } + [.pixel, .overscan] }
}

/// The picture of a screen.
enum PictureChoice: Sendable {
    /// A content that a configuration may have, as it is drawn.
    case content(any Content)
    /// One more pixel with each frame.
    case pixel(background: Color)
    /// The part that a display cuts off.
    case overscan
    /// The name of the screen.
    case label
    /// The frames of standard input.
    case video(VideoFeed)

    /// Chooses a content that a configuration may have. Blocks its thread while it reads files.
    ///
    /// - Parameter redraws: whether each frame is drawn completely.
    /// - Throws: ``Failure`` if the content cannot be read.
    init(_ shown: ContentSetting, redraws: Bool) throws(Failure) {
        let drawing = try shown.drawing(keepsPicture: redraws) { Notices.shared.say($0) }
        self = .content(drawing ?? ColorContent(shown.background))
    }

    /// Whether keys change it, to measure what a display cuts off.
    var isCalibration: Bool {
        if case .overscan = self { true } else { false }
    }

    /// The source of frames while it is shown; nil for still pictures.
    var feed: VideoFeed? {
        if case .video(let feed) = self { feed } else { nil }
    }

    /// Creates its content for a screen.
    ///
    /// - Parameter calibration: the values that the overscan pattern shows.
    func content(for screen: Screen, calibration: SharedCalibration) -> any Content {
        switch self {
        case .content(let content): content
        case .pixel(let background): PixelContent(background: background)
        case .overscan: OverscanContent(calibration, lying: screen.layout?.orientation ?? .upright)
        case .label: LabelContent(ScreenLabel(of: screen))
        case .video(let feed): PresentedContent(presenter: feed.presenter)
        }
    }
}
