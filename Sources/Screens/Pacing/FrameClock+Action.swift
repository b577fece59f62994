extension FrameClock {
    /// The next step of the screen's thread.
    enum Action: Hashable {
        /// Call the links that are due. `due` is when that should have begun.
        case draw(due: MonotonicTime)
        /// Commit the frame that is ready.
        case commit
        /// Sleep until a time, or until an event.
        case wait(until: MonotonicTime?)
        /// A flip did not complete: the screen needs a recovery.
        case stalled
    }
}
