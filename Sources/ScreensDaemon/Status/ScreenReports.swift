import Screens
import ScreensContents
import ScreensLinux
import ScreensManager

/// Describes screens with the state of their contents.
@MainLoop
final class ScreenReports {
    private let kit: VideoKit
    private let records: ScreenRecords

    init(_ kit: VideoKit, _ records: ScreenRecords) {
        self.kit = kit
        self.records = records
    }

    /// The state of a screen, for clients and metrics.
    func document(of screen: Screen) -> ScreenDocument {
        let record = records[screen]
        return ScreenDocument(
            screen, content: content(of: screen), layers: record?.layers.documents ?? [],
            overlay: screen.isConnected ? record?.overlays.documents ?? [] : [],
            notification: record?.notification.document, displayPower: record?.power.document)
    }

    /// The frames of clients that were dropped on a screen.
    func droppedFrames(on name: String) -> Int64 { records.named(name)?.droppedFrames ?? 0 }

    /// Why the content of a screen is not shown, for people.
    func problem(of screen: Screen) -> String? {
        switch records[screen]?.content.state {
        case .former(let problem): "the former picture is shown: \(problem.message)"
        case let state: state?.problem?.message
        }
    }

    /// The state of a screen's content; nil without a display, and until the first pass after one came.
    func content(of screen: Screen) -> ContentDocument? {
        guard var document = configuredContent(of: screen) else { return nil }
        document.drawnBy = records[screen]?.occupancy.occupant?.drawnBy.map(ProgramDocument.init)
        document.playing = playing(on: screen)
        return document
    }

    /// The playlists on a screen, the outermost first; nil if the screen shows none.
    private func playing(on screen: Screen) -> [PlayingDocument]? {
        guard screen.dark == nil, let record = records.named(screen.mirrorSource ?? screen.qualifiedName),
            record.use == .free
        else { return nil }
        let playing = record.content.playing
        return playing.isEmpty ? nil : playing
    }

    private func configuredContent(of screen: Screen) -> ContentDocument? {
        guard screen.isConnected, let content = records[screen]?.content, content.isKnown else { return nil }
        // A mirror shows the content of its source.
        let shown = screen.mirrorSource ?? screen.qualifiedName
        let program = content.program
        let unit = program.map { _ in screen.contentUnit(among: kit.connectors) }
        func document(_ state: ContentDocument.State, _ problem: ContentProblem, showsFormer: Bool? = nil)
            -> ContentDocument
        {
            ContentDocument(
                state, message: problem.message, path: problem.path, showsFormer: showsFormer, program: program,
                unit: unit)
        }
        switch records.named(shown)?.content.state {
        case nil: return ContentDocument(.notOurs)
        case .waiting: return ContentDocument(.waiting)
        case .waitingForProgram(let message):
            return ContentDocument(.waiting, message: message, program: program, unit: unit)
        case .shown: return ContentDocument(.shown, program: program, unit: unit)
        case .failed(let problem): return document(.failed, problem)
        case .former(let problem): return document(.failed, problem, showsFormer: true)
        case .fallback(let problem): return document(.fallback, problem)
        }
    }
}
