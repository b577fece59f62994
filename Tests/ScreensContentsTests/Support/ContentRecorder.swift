import ScreensLinux

@testable import Screens
@testable import ScreensContents

/// Records the pictures and reports of a content.
@MainLoop
final class ContentRecorder {
    private(set) var shown: [any Content] = []
    private(set) var states: [ContentState] = []
    private(set) var omissions: [ContentOmission] = []
    private(set) var messages: [ContentOutput.Message] = []
    /// The number of new pictures of a content, and of drawings that it has requested without one.
    private(set) var (changes, drawings) = (0, 0)

    nonisolated init() {}

    var output: ContentOutput {
        ContentOutput(
            screen: "card1/DP-1", show: { self.shown.append($0) },
            pictureChanged: { self.changes += 1 }, redraw: { self.drawings += 1 }, report: { self.states.append($0) },
            omit: { self.omissions = $0 }, say: { self.messages.append($0) })
    }

    /// The picture on the screen: a colour, words, or another content by its type.
    var picture: String? {
        switch shown.last {
        case let color as ColorContent: "\(color.color)"
        case is WordsContent: "words"
        case is PictureContent: "picture"
        case let other?: "\(type(of: other))"
        case nil: nil
        }
    }

    /// The states since the last call.
    func takeStates() -> [ContentState] {
        defer { states = [] }
        return states
    }

    static func sources(
        _ watch: PictureWatch = PictureWatch { _ in }, _ presenter: (any ItemPresenter)? = nil
    ) -> ContentSources {
        ContentSources(
            PictureFileReader(PictureSettings()), watch, contentUnit: "screens-content@DP-1.service", presenter)
    }
}

extension Circumstances {
    /// Circumstances at some seconds after the start of a test.
    static func sample(_ seconds: Int, isOff: Bool = false, use: Use = .free) -> Circumstances {
        Circumstances(
            now: MonotonicTime.zero.advanced(by: .seconds(1000 + seconds)), size: Size(width: 64, height: 48),
            isOff: isOff, use: use)
    }
}
