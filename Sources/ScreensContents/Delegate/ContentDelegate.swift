import Screens
import Synchronization

/// The library's delegate: draws each screen's content, on the thread of that screen.
package final class ContentDelegate: VideoKitDelegate {
    /// The screen and the place in which a content is drawn.
    private struct Drawn {
        let screen: ScreenID
        let place: ScreenPlace
    }

    /// The places of connected displays. A search by the name of the screen is too slow for a frame.
    private let drawn = Mutex<[ContentID: Drawn]>([:])
    private let place: @Sendable (ContentID, Screen, ScreenPlace?) -> ScreenPlace

    /// - Parameter place: returns the place of a screen that begins to draw a content. It is called on the screen's
    ///   thread, and also for a content that has moved to another screen, with its former place.
    package init(
        place: @escaping @Sendable (_ content: ContentID, _ screen: Screen, _ former: ScreenPlace?) -> ScreenPlace
    ) {
        self.place = place
    }

    package func updateExternalView(_ view: inout ExternalView) {
        let (content, screen) = (view.content, view.screen.id)
        let known = drawn.withLock { $0[content] }
        if let known, known.screen == screen { return known.place.draw(on: &view) }
        let place = place(content, view.screen, known?.place)
        drawn.withLock { $0[content] = Drawn(screen: screen, place: place) }
        place.draw(on: &view)
    }

    package func contentDidEnd(_ content: ContentID) {
        drawn.withLock { $0[content] = nil }
    }

    /// The content of the library that a screen draws.
    package func content(on screen: ScreenID) -> ContentID? {
        drawn.withLock { drawn in drawn.first { $0.value.screen == screen }?.key }
    }
}
