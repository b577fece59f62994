/// The pacing and the schedule of a screen's frames, as flags: comparing the texts for each frame would take long.
struct FramePace: Sendable {
    let pacing: Pacing
    let schedule: FrameSchedule
    let followsVblanks: Bool
    let isTimed: Bool
    let isEarly: Bool
    let isLate: Bool

    init(_ pacing: Pacing, _ schedule: FrameSchedule) {
        self.pacing = pacing
        self.schedule = schedule
        followsVblanks = pacing == .vblank
        isTimed = pacing == .timer
        isEarly = schedule == .earliest
        isLate = schedule == .latest
    }
}
