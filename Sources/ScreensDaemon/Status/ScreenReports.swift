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
    func problem(of screen: Screen) -> String? { contents.state(of: screen.qualifiedName)?.problem?.message }

    /// The state of a screen's content; nil without a display, and until the first pass since that came.
    func content(of screen: Screen) -> ContentDocument? {
        guard screen.isConnected, contents.isKnown(screen.qualifiedName) else { return nil }
        // A mirror shows the content of its source.
        let shown = screen.mirrorSource ?? screen.qualifiedName
        let program = contents.program(of: screen.qualifiedName)
        switch contents.state(of: shown) {
        case nil: return ContentDocument(.notOurs)
        case .waiting: return ContentDocument(.waiting)
        case .waitingForProgram(let message): return ContentDocument(.waiting, message: message, program: program)
        case .shown: return ContentDocument(.shown, program: program)
        case .failed(let problem): return document(.failed, problem, program)
        case .fallback(let problem): return document(.fallback, problem, program)
        }
    }
    private func document(
        _ state: ContentDocument.State, _ problem: ContentProblem, _ program: ContentProgram?
    ) -> ContentDocument {
        ContentDocument(state, message: problem.message, path: problem.path, program: program)
    }
}
