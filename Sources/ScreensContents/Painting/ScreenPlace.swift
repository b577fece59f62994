import Screens
import Synchronization

/// The content that is drawn on one screen, and labels and words over it.
///
/// The screen's thread draws it; the lock is free but for the moment of a change.
package final class ScreenPlace: Sendable {
    private struct State {
        var content: any Content
        /// The number of its next frame.
        var number = 0
        /// The content in its place, once that has a picture: the frames of a client.
        var upper: (any Content)?
        /// Whether that has one.
        var hasUpper = false
        /// The content that was drawn last: another one begins with an empty buffer.
        var drawn: ContentID?
        var isIncomplete = true
        var labels: [ScreenLabel] = []
        var notice: ScreenNotice?
    }

    private let state: Mutex<State>

    package init(_ content: any Content) {
        state = Mutex(State(content: content))
    }

    package func show(_ content: any Content) {
        state.withLock { state in
            state.content = content
            state.number = 0
            state.isIncomplete = true
        }
    }

    /// Draws another content in place of the one that is shown, which stays below; nil draws that again.
    package func show(over upper: (any Content)?) {
        state.withLock { state in
            state.upper = upper
            state.isIncomplete = true
        }
    }

    /// Writes one more label over the picture.
    package func addLabel(_ label: ScreenLabel) {
        state.withLock { state in
            state.labels.append(label)
            state.isIncomplete = true
        }
    }

    package func removeLabels() {
        state.withLock { state in
            state.labels = []
            state.isIncomplete = true
        }
    }

    /// Writes a text over the picture, or removes it.
    package func setNotice(_ text: String?) {
        state.withLock { state in
            state.notice = text.map(ScreenNotice.init)
            state.isIncomplete = true
        }
    }

    /// Draws a frame. In the frame path.
    package func draw(on view: inout ExternalView) {
        state.withLock { state in
            let isComplete = state.isIncomplete || state.drawn != view.content
            state.isIncomplete = false
            state.drawn = view.content
            let isAlone = state.notice == nil && state.labels.isEmpty
            let upper = state.upper?.draw(
                ContentFrame(isComplete: isComplete, isAlone: isAlone), on: &view)
            let hasUpper = upper?.hasPicture ?? false
            // A frame that the plane refuses is none.
            let hasLeft = state.hasUpper && !hasUpper
            state.hasUpper = hasUpper
            if let upper, hasUpper {
                view.nextUpdate = upper.next
            } else {
                let frame = ContentFrame(number: state.number, isComplete: isComplete || hasLeft, isAlone: isAlone)
                view.nextUpdate = state.content.draw(frame, on: &view).next
                state.number += 1
                // A first frame that waits for its refresh is looked for at each.
                if let upper, upper.next != .whenNeeded { view.nextUpdate = .nextRefresh }
            }
            state.notice?.draw(on: &view)
            for label in state.labels { label.draw(on: &view) }
        }
    }
}
