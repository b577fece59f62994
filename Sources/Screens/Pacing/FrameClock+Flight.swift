extension FrameClock {
    /// Sleeps, but not past the time at which the flip in flight is given up.
    func wait(until time: Int64?) -> Action {
        guard let deadline = flightDeadline else { return .wait(until: time) }
        return .wait(until: min(time ?? deadline, deadline))
    }

    /// Whether the flip in flight should have been heard of by now.
    func isFlightOverdue(at now: Int64) -> Bool { flightDeadline.map { now >= $0 } ?? false }

    private var flightDeadline: Int64? {
        guard let flight else { return nil }
        return min(flight.committed + Self.stallLimit, doubtfulFlip.map { $0 + 2 * grid.period } ?? .max)
    }

    mutating func checkFlight(at now: Int64) {
        guard let committed = flight?.committed, let flightDeadline, now >= flightDeadline else { return }
        let limit = committed + Self.stallLimit
        if now < limit {
            // What seemed to be the flip before once more was this one after all.
            completeFlip(FlipStamp(time: 0), at: now)
        } else if now > limit + grid.period {
            flight?.committed = now + Self.stallGrace - Self.stallLimit
        } else {
            isStalled = true
        }
    }
}
