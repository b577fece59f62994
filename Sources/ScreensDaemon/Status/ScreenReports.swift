import Screens
import ScreensProgramKit

/// Describes screens with the state of their contents.
@MainLoop
final class ScreenReports {
    private let kit: VideoKit
    private let contents: ScreenContents

    init(_ kit: VideoKit, _ contents: ScreenContents) {
        self.kit = kit
        self.contents = contents
    }

    /// A screen as clients and metrics get it.
    func document(of screen: Screen) -> ScreenDocument {
        ScreenDocument(screen, content: content(of: screen))
    }

    /// Why the content of a screen is not shown, for people.
    func problem(of screen: Screen) -> String? {
        switch contents.state(of: screen.qualifiedName) {
        case .former(let problem): "the former picture is shown: \(problem.message)"
        case let state: state?.problem?.message
        }
    }

    /// The state of a screen's content; nil without a display.
    func content(of screen: Screen) -> ContentDocument? {
        guard screen.isConnected else { return nil }
        // A mirror shows the content of its source.
        let shown = screen.mirrorSource ?? screen.qualifiedName
        switch contents.state(of: shown) {
        case nil: return ContentDocument(.notOurs)
        case .waiting: return ContentDocument(.waiting)
        case .shown: return ContentDocument(.shown)
        case .failed(let problem): return ContentDocument(.failed, message: problem.message, path: problem.path)
        case .former(let problem):
            return ContentDocument(.failed, message: problem.message, path: problem.path, showsFormer: true)
        case .fallback(let problem): return ContentDocument(.fallback, message: problem.message, path: problem.path)
        }
    }
}
