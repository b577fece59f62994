extension FrameClock {
    /// Takes in a link, as the last to be called.
    mutating func addLink(
        interval: Int, number: UInt64 = 0, missed: UInt64 = 0, isPaused: Bool = false, at now: Int64
    ) {
        var link = LinkTimetable(
            interval: Int64(interval), next: 0, number: number, missed: missed, isPaused: isPaused)
        link.begin(at: firstTurn(interval: link.interval, at: now))
        links.append(link)
    }

    mutating func removeLink(_ index: Int) {
        links.remove(at: index)
    }

    mutating func setInterval(_ interval: Int, ofLink index: Int) {
        links[index].setInterval(Int64(interval))
    }

    /// Ends or begins a pause. What went by in it is counted apart.
    mutating func setPaused(_ isPaused: Bool, ofLink index: Int, at now: Int64) {
        guard isPaused != links[index].isPaused else { return }
        links[index].isPaused = isPaused
        guard !isPaused, !links[index].isSleeping else { return }
        let left = earliestTarget(at: now) - links[index].next
        missed.add(UInt64(max(0, left / links[index].interval)), .paused)
        links[index].begin(at: firstTurn(interval: links[index].interval, at: now))
    }

    /// Wants a frame of a link, even if it had nothing new.
    mutating func setNeedsDisplay(ofLink index: Int) {
        links[index].needsDisplay = true
    }

    /// Wants a frame of no link: the picture is to be shown anew as it is. None is called for that alone.
    mutating func setNeedsRepeat() {
        isRepeatWanted = true
    }

    /// Where a link begins that may begin now: with a frame that comes anyway, if one does within its interval.
    private func firstTurn(interval: Int64, at now: Int64) -> Int64 {
        let earliest = max(earliestTarget(at: now), (stage.frame?.target ?? base) + 1)
        var turn: Int64?
        for link in links where link.isAwake && (earliest..<earliest + interval).contains(link.next) {
            turn = min(turn ?? link.next, link.next)
        }
        return turn ?? earliest
    }
}
