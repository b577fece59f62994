import Screens
import Synchronization

/// What is painted on one screen. The screen's thread draws it; the lock is free but for the moment of a change.
final class ScreenPlace: Sendable {
    private struct State {
        var painting: any Painting
        /// The content that was drawn last: another one begins with nothing.
        var drawn: ContentID?
        var isWholeWanted = true
        var label: ScreenLabel?
    }

    private let state: Mutex<State>

    init(_ painting: any Painting) {
        state = Mutex(State(painting: painting))
    }

    func show(_ painting: any Painting) {
        state.withLock { state in
            state.painting = painting
            state.isWholeWanted = true
        }
    }

    /// Writes something over the picture, or takes it away.
    func setLabel(_ label: ScreenLabel?) {
        state.withLock { state in
            state.label = label
            state.isWholeWanted = true
        }
    }

    func draw(on view: inout ExternalView) {
        state.withLock { state in
            let isComplete = state.isWholeWanted || state.drawn != view.content
            state.isWholeWanted = false
            state.drawn = view.content
            view.nextUpdate = state.painting.draw(isComplete: isComplete, on: view)
            state.label?.draw(on: view)
        }
    }
}
