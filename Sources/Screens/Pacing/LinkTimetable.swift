/// When one link of a screen is called, in numbers of refreshes.
struct LinkTimetable: Sendable, Hashable {
    /// Refreshes from one of its frames to the next, at least 1.
    private(set) var interval: Int64
    /// The refresh at which its next frame is to be seen.
    private(set) var next: Int64
    /// The refresh that its last call was for, or nil before the first.
    private(set) var called: Int64?
    /// The refresh that its last frame with the kernel is for.
    var committed: Int64?
    var isPaused: Bool
    /// Whether it waits to be asked for a frame.
    var isSleeping = false
    /// Whether it was asked for a frame since its last call began.
    var needsDisplay = false
    /// Whether it has begun anew since it was called last: what went by before is not late.
    private(set) var isWoken = true
    /// Calls so far.
    private(set) var number: UInt64
    /// Its frames that went by, those while it was paused left out.
    private(set) var missed: UInt64

    /// - Parameter next: the first refresh that it may be seen at.
    init(interval: Int64, next: Int64, number: UInt64 = 0, missed: UInt64 = 0, isPaused: Bool = false) {
        self.interval = max(interval, 1)
        self.next = next
        self.number = number
        self.missed = missed
        self.isPaused = isPaused
    }

    /// Whether a frame of its is to come by itself.
    var isAwake: Bool { !isPaused && !isSleeping }

    /// Whether the frame for a refresh is its too.
    func isDue(at refresh: Int64) -> Bool { isAwake && next <= refresh }

    mutating func beginCall(for refresh: Int64) {
        called = refresh
        next = refresh + interval
        number += 1
        needsDisplay = false
        isWoken = false
    }

    /// Ends its sleep if it was asked to. Nobody wanted what went by, but no frame comes before its time.
    mutating func wake(for earliest: Int64) {
        guard isSleeping, needsDisplay, !isPaused else { return }
        isSleeping = false
        begin(at: earliest)
    }

    /// Goes on from a refresh, or the one that is its turn where that is later.
    mutating func begin(at refresh: Int64) {
        next = max(next, refresh)
        isWoken = true
    }

    mutating func setInterval(_ interval: Int64) {
        guard interval != self.interval else { return }
        self.interval = max(interval, 1)
        if let called { next = called + self.interval }
        isWoken = true
    }

    /// Leaves out the frames before a refresh.
    ///
    /// - Parameter counts: whether they are the link's own loss.
    /// - Returns: how many they are: a frame is missed once, however many of its refreshes went by.
    mutating func skip(to refresh: Int64, counts: Bool) -> UInt64 {
        guard refresh > next else { return 0 }
        let count = frames(from: next, to: refresh)
        next = refresh
        guard !isWoken else { return 0 }
        if counts { missed += count }
        return count
    }

    /// Its last call was for a frame that comes at a later refresh.
    ///
    /// - Returns: how many frames that costs.
    mutating func `defer`(to refresh: Int64) -> UInt64 {
        let count = called.map { frames(from: $0, to: refresh) } ?? 0
        retarget(to: refresh)
        missed += count
        return count
    }

    /// Its last call was for a frame that comes at a later refresh, which has been counted.
    mutating func retarget(to refresh: Int64) {
        called = refresh
        next = refresh + interval
    }

    /// Its frame with the kernel came `refresh`, and not when it was to.
    ///
    /// - Returns: how many frames that costs.
    mutating func wasShown(at refresh: Int64, counts: Bool) -> UInt64 {
        guard let committed else { return 0 }
        let count = frames(from: committed, to: refresh)
        if called == committed { next = max(next, refresh + interval) }
        if counts { missed += count }
        return count
    }

    private func frames(from refresh: Int64, to later: Int64) -> UInt64 {
        UInt64(max(0, (later - refresh + interval - 1) / interval))
    }
}
