import Synchronization

@testable import Screens

/// A delegate that paints each screen in one colour, and lets a test wait for what it draws.
final class Painter: VideoKitDelegate {
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
