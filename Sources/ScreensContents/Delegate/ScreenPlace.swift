import Screens
import Synchronization

/// The content that is drawn on one screen, or on a part of one: a layer or a zone.
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
        /// The number of `content`, and of the frames of a client over it.
        var picture = PictureNumber.next()
        var upperPicture = PictureNumber.next()
        /// The picture that was drawn last; nil if the next one counts as another one.
        var noted: PictureNumber?
    }

    private let state: Mutex<State>
    /// The screen's thread has this lock only to note another picture, so that the main loop waits for no drawing.
    private let pictures = Mutex(ShownPictures())

    /// - Parameter content: the first content; nil for no picture.
    package init(_ content: (any Content)? = nil) {
        state = Mutex(State(content: content ?? EmptyContent()))
    }

    /// Draws a content from now on.
    ///
    /// - Returns: the number of its picture, unless it draws several.
    @discardableResult
    package func show(_ content: any Content) -> PictureNumber {
        let picture = PictureNumber.next()
        change { state in
            let former = state.content
            state.content = content
            state.number = 0
            state.picture = picture
            return former
        }
        return picture
    }

    /// Returns the pictures that the screen has begun to draw since the last call.
    package func takePictures() -> [ShownPictures.Begin] {
        guard !pictures.withLock(\.isEmpty) else { return [] }
        var taken = ShownPictures.room
        pictures.withLock { $0.exchange(&taken) }
        return taken
    }

    /// Notes the next drawn picture as a new one, even if it is unchanged: the screen was dark in between.
    package func forgetPicture() {
        state.withLock { $0.noted = nil }
        pictures.withLock { $0.forget() }
    }

    /// Draws another content in place of the shown one, which stays below; nil draws the lower one again.
    package func show(over upper: (any Content)?) {
        change { state in
            let former = state.upper
            state.upper = upper
            return former
        }
    }

    /// Changes the state, and requests a complete frame.
    ///
    /// - Parameter body: returns the replaced values, which end after the lock is released. The end of a picture or of
    ///   a client's buffers unmaps memory, and the screen's thread would wait for that in the frame path.
    private func change<Former: Sendable>(_ body: (inout State) -> Former) {
        _ = state.withLock { state in
            state.isIncomplete = true
            return body(&state)
        }
    }

    private func note(_ picture: PictureNumber, _ timing: FrameTiming, _ state: inout State) {
        guard picture != state.noted else { return }
        state.noted = picture
        pictures.withLock { $0.begin(picture, timing) }
    }

    /// Draws a frame, in the frame path.
    ///
    /// - Parameter isComplete: whether everything has to be drawn in any case.
    package func draw(on view: inout ExternalView, isComplete: Bool = false) {
        state.withLock { state in
            let isComplete = isComplete || state.isIncomplete || state.drawn != view.content
            state.isIncomplete = false
            state.drawn = view.content
            let upper = state.upper?.draw(ContentFrame(isComplete: isComplete), on: &view)
            let hasUpper = upper?.hasPicture ?? false
            // A refused frame counts as no frame.
            let hasLeft = state.hasUpper && !hasUpper
            state.hasUpper = hasUpper
            if let upper, hasUpper {
                view.nextUpdate = upper.next
                note(state.upperPicture, view.timing, &state)
            } else {
                let frame = ContentFrame(number: state.number, isComplete: isComplete || hasLeft)
                let outcome = state.content.draw(frame, on: &view)
                view.nextUpdate = outcome.next
                // A first frame waits for a certain refresh, and a refused one is tried again later.
                if let upper { view.nextUpdate = outcome.next.earlier(upper.next, after: view.timing.targetTimestamp) }
                note(outcome.picture ?? state.picture, view.timing, &state)
                state.number += 1
            }
        }
    }
}

/// A content that has no picture: a layer that draws it is not shown.
private struct EmptyContent: Content {}
