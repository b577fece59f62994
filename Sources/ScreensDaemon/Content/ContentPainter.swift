import Screens
import ScreensContents
import ScreensProgramKit
import Synchronization

/// Paints each screen with its content: the library's delegate, which is called on the threads of the screens.
final class ContentPainter: VideoKitDelegate {
    private struct Places {
        /// By qualified name.
        var all: [String: ScreenPlace] = [:]
        /// The text on all of them.
        var notice: String?
    }

    private let places = Mutex(Places())
    /// Where content is drawn, for as long as its display is connected there: the qualified name is put together each time it
    /// is read, which is too much work for a frame.
    private let drawn = Mutex<[ContentID: (screen: ScreenID, place: ScreenPlace)]>([:])

    /// The place of a screen, black until it gets a content.
    func place(of name: String) -> ScreenPlace {
        places.withLock { places in
            if let place = places.all[name] { return place }
            let place = ScreenPlace(StillPainting { _ in SolidPattern(color: .black) })
            place.setNotice(places.notice)
            places.all[name] = place
            return place
        }
    }

    /// Removes the labels over the pictures, on all places.
    func removeLabels() {
        for place in places.withLock({ Array($0.all.values) }) { place.removeLabels() }
    }

    /// Writes a line over the pictures on all places, or removes it.
    ///
    /// - Returns: whether it is another one than before.
    func setNotice(_ text: String?) -> Bool {
        places.withLock { places in
            guard places.notice != text else { return false }
            places.notice = text
            for place in places.all.values { place.setNotice(text) }
            return true
        }
    }

    func updateExternalView(_ view: inout ExternalView) {
        let (content, screen) = (view.content, view.screen.id)
        let known = drawn.withLock { $0[content].flatMap { $0.screen == screen ? $0.place : nil } }
        (known ?? beginDrawing(content, on: view.screen)).draw(on: &view)
    }

    func contentDidEnd(_ content: ContentID) {
        drawn.withLock { $0[content] = nil }
    }

    private func beginDrawing(_ content: ContentID, on screen: Screen) -> ScreenPlace {
        let place = place(of: screen.qualifiedName)
        drawn.withLock { $0[content] = (screen.id, place) }
        return place
    }
}

/// The painting of one screen. The screen's thread draws it; the lock is free but for the moment of a change.
final class ScreenPlace: Sendable {
    private struct State {
        var painting: any Painting
        /// The frames of a client, which are drawn in its place once there are some.
        var client: SurfacePainting?
        /// Whether a frame of the client is the picture.
        var hasFrame = false
        /// The content that was drawn last: another one begins with an empty buffer.
        var drawn: ContentID?
        var isIncomplete = true
        var labels: [ScreenLabel] = []
        var notice: ScreenNotice?
    }

    private let state: Mutex<State>

    init(_ painting: any Painting) {
        state = Mutex(State(painting: painting))
    }

    func show(_ painting: any Painting) {
        state.withLock { state in
            state.painting = painting
            state.isIncomplete = true
        }
    }

    /// Draws the frames of a client from now on, or the painting again.
    func show(_ client: SurfacePainting?) {
        state.withLock { state in
            state.client = client
            state.isIncomplete = true
        }
    }

    /// Writes one more label over the picture.
    func addLabel(_ label: ScreenLabel) {
        state.withLock { state in
            state.labels.append(label)
            state.isIncomplete = true
        }
    }

    func removeLabels() {
        state.withLock { state in
            state.labels = []
            state.isIncomplete = true
        }
    }

    /// Writes a text over the picture, or removes it.
    func setNotice(_ text: String?) {
        state.withLock { state in
            state.notice = text.map(ScreenNotice.init)
            state.isIncomplete = true
        }
    }

    func draw(on view: inout ExternalView) {
        state.withLock { state in
            let isComplete = state.isIncomplete || state.drawn != view.content
            state.isIncomplete = false
            state.drawn = view.content
            let isAlone = state.notice == nil && state.labels.isEmpty
            let (hasFrame, next) =
                state.client?.draw(isComplete: isComplete, isAlone: isAlone, on: &view) ?? (false, .whenNeeded)
            // A frame that the plane refuses is none.
            let hasLeft = state.hasFrame && !hasFrame
            state.hasFrame = hasFrame
            view.nextUpdate =
                hasFrame ? next : state.painting.draw(isComplete: isComplete || hasLeft, on: &view)
            // A first frame that waits for its refresh is looked for at each.
            if !hasFrame, next != .whenNeeded { view.nextUpdate = .nextRefresh }
            state.notice?.draw(on: &view)
            for label in state.labels { label.draw(on: &view) }
        }
    }
}
