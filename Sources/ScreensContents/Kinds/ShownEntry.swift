import Screens
import Synchronization

/// The content of a sequence whose turn it is, and the content that follows at a certain time. The main loop changes
/// them, and the screen's thread draws them.
final class ShownEntry: Sendable {
    fileprivate struct Cue: Sendable {
        /// The number of the picture. Each picture of a content has another one.
        var number: PictureNumber
        var content: any Content
        /// The number of the content's next frame.
        var frame = 0
        /// The time of its turn; nil for the refresh that draws it first.
        let start: MonotonicTime?
        /// The time in which the picture before it fades into it.
        let fade: Duration
    }

    private struct State {
        var current: Cue?
        var next: Cue?
        /// The content before the current one, which ends on the main loop.
        var former: (any Content)?
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.current == nil } }

    /// Shows a content now. It fades from the refresh that draws it first.
    @discardableResult
    func show(_ content: any Content, fade: Duration) -> PictureNumber {
        let number = PictureNumber.next()
        change { $0.current = Cue(number: number, content: content, start: nil, fade: fade) }
        return number
    }

    /// Shows a content from a certain time on, in place of the content that was to follow before.
    func show(_ content: any Content, at start: MonotonicTime, fade: Duration) -> PictureNumber {
        let number = PictureNumber.next()
        change { $0.next = Cue(number: number, content: content, start: start, fade: fade) }
        return number
    }

    /// Shows the content that was to follow now, unless the screen's thread has begun with it.
    ///
    /// - Parameter start: the time of its turn.
    func showNext(from start: MonotonicTime) {
        change { state in
            guard let next = state.next else { return }
            state.current = Cue(
                number: next.number, content: next.content, frame: next.frame, start: start, fade: next.fade)
            state.next = nil
        }
    }

    /// Shows the current content until another one follows. If the screen's thread has begun with the content that was
    /// to follow, the content before it is shown again.
    ///
    /// - Parameter picture: the picture that was to follow.
    /// - Returns: the new number of the content before it; nil if the thread has not begun.
    func cancelNext(_ picture: PictureNumber?) -> PictureNumber? {
        let number = PictureNumber.next()
        // The contents end after the lock is released.
        let (_, isBack) = state.withLock { state in
            let ended = (state.current?.content, state.next?.content)
            state.next = nil
            guard let picture, let current = state.current, current.number == picture, let former = state.former else {
                return (ended, false)
            }
            state.current = Cue(number: number, content: former, start: nil, fade: current.fade)
            state.former = nil
            return (ended, true)
        }
        return isBack ? number : nil
    }

    /// Draws the content again, because its picture has changed.
    func showAgain() -> PictureNumber {
        let number = PictureNumber.next()
        state.withLock { $0.current?.number = number }
        return number
    }

    /// Lets the content before the current one end.
    func endFormer() {
        change { _ in }
    }

    /// Changes the state. The replaced contents end on this thread and without the lock: their end unmaps memory, and
    /// the screen's thread would wait for that.
    private func change(_ body: (inout State) -> Void) {
        _ = state.withLock { state in
            let former = (state.current?.content, state.next?.content, state.former)
            state.former = nil
            body(&state)
            return former
        }
    }

    /// Returns the number of the content whose turn it is at a refresh, the time of its turn, and its fade; nil before
    /// the first content. It is called in the frame path.
    func due(at target: MonotonicTime) -> (number: PictureNumber, start: MonotonicTime?, fade: Duration)? {
        state.withLock { state in
            if let next = state.next, let start = next.start, start <= target {
                // `former` is empty, unless two turns have begun since the last update of the main loop.
                state.former = state.current?.content
                state.current = next
                state.next = nil
            }
            return state.current.map { ($0.number, $0.start, $0.fade) }
        }
    }

    /// Draws the content, on the screen's thread.
    ///
    /// - Parameter isComplete: whether everything has to be drawn.
    /// - Returns: the picture, and the time of the next frame, which is at the latest the turn of the content that
    ///   follows.
    func draw(isComplete: Bool, on view: inout ExternalView) -> DrawOutcome {
        let target = view.timing.targetTimestamp
        return state.withLock { state in
            let outcome = state.current?.draw(isComplete: isComplete, on: &view) ?? .still
            guard let start = state.next?.start else { return outcome }
            return DrawOutcome(next: outcome.next.earlier(.at(start), after: target), picture: outcome.picture)
        }
    }
}

extension ShownEntry.Cue {
    fileprivate mutating func draw(isComplete: Bool, on view: inout ExternalView) -> DrawOutcome {
        let outcome = content.draw(ContentFrame(number: frame, isComplete: isComplete), on: &view)
        frame += 1
        return DrawOutcome(next: outcome.next, picture: outcome.picture ?? number)
    }
}
