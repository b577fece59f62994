import Synchronization

@testable import Screens

/// A delegate that draws each screen in one colour, or by a closure, and records its calls.
final class RecordingDelegate: VideoKitDelegate {
    let color = Mutex(Color(rgb: 0x112233))
    let frames = Mutex<[String: [FrameTiming]]>([:])
    /// The contents that were drawn, by connector, in order.
    let contents = Mutex<[String: [ContentID]]>([:])
    let ended = Mutex<[ContentID]>([])
    private let draw: (@Sendable (inout ExternalView) -> Void)?

    init(draw: (@Sendable (inout ExternalView) -> Void)? = nil) {
        self.draw = draw
    }

    func updateExternalView(_ view: inout ExternalView) {
        let name = view.screen.name
        let frame = view.timing
        let content = view.content
        frames.withLock { $0[name, default: []].append(frame) }
        contents.withLock { contents in
            if contents[name]?.last != content { contents[name, default: []].append(content) }
        }
        if let draw { return draw(&view) }
        view.backgroundColor = color.withLock { $0 }
    }

    func contentDidEnd(_ content: ContentID) {
        ended.withLock { $0.append(content) }
    }
}
