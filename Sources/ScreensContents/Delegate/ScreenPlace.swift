import Screens
import Synchronization

/// The content that is drawn on one screen, with labels and words over it.
///
/// The screen's thread draws it. The lock is otherwise held only for the moment of a change.
package final class ScreenPlace: Sendable {
    private struct State {
        var content: any Content
        /// The number of the next frame.
        var number = 0
        /// The content drawn over `content` once it has a picture: the frames of a client.
        var upper: (any Content)?
        /// Whether the upper content has a picture.
        var hasUpper = false
        /// The content that was drawn last. Another content starts with an empty buffer.
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

    /// Draws another content in place of the shown one, which stays below; nil draws the lower one again.
    package func show(over upper: (any Content)?) {
        state.withLock { state in
            state.upper = upper
            state.isIncomplete = true
        }
    }

    /// Adds a label over the picture.
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

    /// Draws a frame, in the frame path.
    package func draw(on view: inout ExternalView) {
        state.withLock { state in
            let isComplete = state.isIncomplete || state.drawn != view.content
            state.isIncomplete = false
            state.drawn = view.content
            let isAlone = state.notice == nil && state.labels.isEmpty
            let upper = state.upper?.draw(
                ContentFrame(isComplete: isComplete, isAlone: isAlone), on: &view)
            let hasUpper = upper?.hasPicture ?? false
            // A refused frame counts as no frame.
            let hasLeft = state.hasUpper && !hasUpper
            state.hasUpper = hasUpper
            if let upper, hasUpper {
                view.nextUpdate = upper.next
            } else {
                let frame = ContentFrame(number: state.number, isComplete: isComplete || hasLeft, isAlone: isAlone)
                view.nextUpdate = state.content.draw(frame, on: &view).next
                state.number += 1
                // A first frame waits for a certain refresh, so each refresh checks for it.
                if let upper, upper.next != .whenNeeded { view.nextUpdate = .nextRefresh }
            }
            state.notice?.draw(on: &view)
            for label in state.labels { label.draw(on: &view) }
        }
    }
}
