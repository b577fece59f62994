extension FrameClock {
    /// A frame is on the screen. What nobody waits for changes nothing.
    mutating func flipCompleted(_ stamp: FlipStamp, at now: Int64) {
        guard flight != nil else { return }
        var stamp = stamp
        // The first pixel may leave a little after the event, but within a refresh. Believed, a time far ahead would be
        // waited for.
        if stamp.time > now + grid.period { stamp.time = 0 }
        guard !isRepeated(stamp) else {
            doubtfulFlip = now
            return
        }
        completeFlip(stamp, at: now)
    }

    mutating func completeFlip(_ stamp: FlipStamp, at now: Int64) {
        guard let flight else { return }
        self.flight = nil
        doubtfulFlip = nil
        presented += 1
        let time = stamp.time > 0 ? stamp.time : now
        // When a flip was heard of says nothing beside when another one was.
        let isComparable = lastFlip.map { ($0.time > 0) == (stamp.time > 0) } ?? true
        if pacing == .vblank, isComparable { believe(flipAt: time, of: flight) }
        let shown: Int64
        if longestPeriod != nil {
            shown = countVariableFlip(flight, at: time)
        } else if pacing == .timer || earlyFlips > 0 {
            shown = countTimedFlip(flight, at: time)
        } else {
            shown = countFlip(flight, at: time, stamp, now: now)
        }
        base = max(base, shown)
        // What was begun meanwhile comes after it, and is not late a second time.
        if let frame = stage.frame, frame.target <= shown { retarget(frame, to: shown + 1) }
        shownTime = time
        lastFlipTime = time
        lastFlip = stamp
    }

    /// Whether a flip was told of before.
    private func isRepeated(_ stamp: FlipStamp) -> Bool {
        guard let lastFlip else { return false }
        if stamp.time > 0 { return stamp.time < lastFlip.time || stamp == lastFlip }
        return stamp.sequence != 0 && stamp.sequence == lastFlip.sequence
    }

    /// Finds out drivers without vblank, whose flips are done as soon as they are asked for.
    ///
    /// Two flips of a display are whole refreshes apart; and one that was waited for is proof of a vblank.
    private mutating func believe(flipAt time: Int64, of flight: FrameInWork) {
        guard let lastFlipTime else { return }
        let gap = time - lastFlipTime
        let wait = time - flight.committed
        let refreshes = grid.rate.refreshes(nearest: gap)
        // A display drifts off its mode's beat, the further the longer, and meets a commit by chance.
        let tolerance = max(Self.beatTolerance, gap / Self.driftLimit)
        let isOffBeat = abs(gap - grid.rate.nanoseconds(ofRefreshes: refreshes)) > tolerance
        let isOwnTime = wait < Self.immediateWait && isOffBeat && gap < Self.standstill
        // Drawn as late as can be, a frame is close to its refresh when it is handed over.
        let shortWait = schedule == .latest ? Self.immediateWait : grid.period / 4
        if gap < grid.period / 2 || isOwnTime || earlyFlips > 0 && wait <= shortWait {
            earlyFlips += 1
            if earlyFlips >= Self.earlyFlipLimit { pacing = .timer }
        } else {
            earlyFlips = 0
        }
    }

    /// Counts from the display's own refresh.
    private mutating func countFlip(_ flight: FrameInWork, at time: Int64, _ stamp: FlipStamp, now: Int64) -> Int64 {
        let shown: Int64
        let cause: MissedFrames.Cause
        if flight.isWish {
            shown = flight.target + refreshesLate(ofWish: flight, at: time)
            cause = self.cause(flight, due: due(ofWish: flight))
        } else if flight.isPredicted {
            // Where the display's refresh was is not known; only what took longer than one is late for sure.
            // What was drawn ahead was not to be shown before its time.
            let begun = max(flight.begun, min(flight.committed, grid.time(of: flight.target - 1)))
            shown = flight.target + max(0, (time - begun - grid.period / 4) / grid.period)
            cause = self.cause(flight, due: flight.begun + grid.period)
        } else {
            cause = self.cause(flight, due: grid.time(of: flight.target))
            shown = max(flight.target, refresh(of: stamp, at: time, now: now))
        }
        count(flight, shownAt: shown, cause)
        grid.set(shown, at: time)
        isPredicted = false
        return shown
    }

    /// The refresh at which a flip was. Without a time of its own the number of the vblank is nearer the truth than when
    /// it was heard of.
    private func refresh(of stamp: FlipStamp, at time: Int64, now: Int64) -> Int64 {
        let nearest = grid.refresh(nearest: time)
        guard stamp.time <= 0, let lastFlip, lastFlip.sequence != 0 || stamp.sequence != 0 else { return nearest }
        let steps = Int64(stamp.sequence &- lastFlip.sequence)
        // A driver that counts wrong is not believed.
        return steps >= 1 && steps <= nearest - grid.anchor + 1 ? grid.anchor + steps : nearest
    }

    /// A flip that is shown at once counts for the refresh that it was meant for, or the first one after it.
    private mutating func countTimedFlip(_ flight: FrameInWork, at time: Int64) -> Int64 {
        let due = flight.isWish ? due(ofWish: flight) : grid.time(of: flight.target)
        let late =
            flight.isWish
            ? refreshesLate(ofWish: flight, at: time) : (max(0, time - due) + grid.period - 1) / grid.period
        let shown = flight.target + late
        count(flight, shownAt: shown, cause(flight, due: due))
        isPredicted = true
        return shown
    }

    /// When a frame that was begun as soon as it was wanted should have been drawn.
    private func due(ofWish flight: FrameInWork) -> Int64 { flight.begun + grid.period }

    /// By how many refreshes a frame is late that was begun as soon as it was wanted: by each that drawing it took in full,
    /// and by each but the next that the kernel did without it.
    ///
    /// It may have been begun right before a refresh; and when those are is not known after a rest.
    private func refreshesLate(ofWish flight: FrameInWork, at time: Int64) -> Int64 {
        (flight.drawn - flight.begun) / grid.period
            + max(0, time - flight.committed - grid.period / 4) / grid.period
    }

    /// A display that waits for frames shows each when it comes; only one that it could not wait for is late.
    private mutating func countVariableFlip(_ flight: FrameInWork, at time: Int64) -> Int64 {
        let due = grid.time(of: flight.target)
        let late = max(0, time - due - 1) / max(longestPeriod ?? grid.period, 1)
        count(flight, shownAt: flight.target + late, cause(flight, due: due))
        grid.set(flight.target + late, at: time)
        isPredicted = false
        return flight.target + late
    }

    /// Who was late for a refresh, if anybody was.
    private func cause(_ flight: FrameInWork, due: Int64) -> MissedFrames.Cause {
        if flight.drawn > due { return .delegateLate }
        return flight.committed - due > Self.standstill ? .paused : .kernelLate
    }

    private mutating func count(_ flight: FrameInWork, shownAt shown: Int64, _ cause: MissedFrames.Cause) {
        // The first flip has nothing before it that it could be late after.
        let counts = presented > 1 && cause != .paused
        var count: UInt64 = 0
        for index in links.indices {
            if links[index].committed == flight.target {
                count = max(count, links[index].wasShown(at: shown, counts: counts))
            } else if links[index].isAwake, links[index].called != stage.frame?.target {
                count = max(count, links[index].skip(to: shown + 1, counts: counts))
            }
        }
        guard presented > 1 else { return }
        missed.add(count, cause)
        if count > 0, cause == .kernelLate, !flight.isPredicted { estimate.missed() }
    }

    private mutating func retarget(_ frame: FrameInWork, to target: Int64) {
        for index in links.indices where links[index].called == frame.target { links[index].retarget(to: target) }
        var frame = frame
        frame.target = target
        if case .drawing = stage { stage = .drawing(frame) } else { stage = .ready(frame) }
    }
}
