import Testing

@testable import Screens

/// A random history of one screen: a display, a driver with faults, delegates with varying behaviour, and the rules
/// that must hold.
struct History {
    /// The faults that may occur.
    struct Faults: OptionSet {
        let rawValue: Int
        /// Flips that are reported without a timestamp, twice, late or never.
        static let events = Faults(rawValue: 1)
        /// Refused commits and skipped refreshes.
        static let kernel = Faults(rawValue: 2)
        /// Jumps in time, because the machine or the process stands still.
        static let jumps = Faults(rawValue: 4)
        /// Delegates that change nothing, sleep, are paused, added or removed.
        static let behaviour = Faults(rawValue: 8)
    }

    private struct Flip {
        let time: Int64
        var heard: Int64
        let stamp: FlipStamp
    }

    private let seed: UInt64
    private let faults: Faults
    private var random: SplitMix
    private(set) var clock: FrameClock
    private let isImmediate: Bool
    private let start: Int64
    private var now: Int64
    private var flying: Flip?
    private var isLost = false
    private var wasDoubted = false
    private var lastStamp: FlipStamp?
    private var numbers: [UInt64]
    private var lastTarget: Int64 = 0
    private var waits = 0
    /// The number of presented and missed frames minus the refreshes since the start, as of the last flip.
    private(set) var account: Int64 = 0
    private var sequence: UInt32

    init(seed: UInt64, faults: Faults, links: Int, buffers: Int, pacing: Pacing, start: Int64 = 1_000) {
        self.seed = seed
        random = SplitMix(state: seed)
        self.faults = faults
        self.start = start
        now = start
        let rates: [RefreshRate] = [
            RefreshRate(numerator: 60_000, denominator: 1001), RefreshRate(numerator: 240, denominator: 1),
            RefreshRate(numerator: 24_000, denominator: 1001),
        ]
        isImmediate = pacing == .timer
        sequence = .max - UInt32.random(in: 0...20, using: &random)
        clock = FrameClock(
            rate: rates[Int.random(in: 0..<3, using: &random)], pacing: pacing,
            schedule: Bool.random(using: &random) ? .earliest : .latest, buffers: buffers, start: start)
        clock.screenEnabled(showsFrame: false, at: .at(start))
        for _ in 0..<links { clock.addLink(interval: links == 1 ? 1 : .random(in: 1...4, using: &random), at: start) }
        numbers = Array(repeating: 0, count: links)
    }

    /// The refreshes since the start, by the display's own time.
    private var elapsed: Int64 { (now - start) / clock.grid.period }

    /// - Returns: whether the history continues: a lost flip ends it.
    mutating func step() -> Bool {
        receive()
        if faults.contains(.behaviour), chance(12) { changeMind() }
        switch clock.action(at: now) {
        case .draw(let due):
            waits = 0
            check(due <= .at(now), "no call is early")
            draw()
        case .commit:
            waits = 0
            commit()
        case .wait(let deadline):
            waits += 1
            check(waits < 8, "a wait that is over leads to something")
            check(deadline.map { $0 > .at(now) } ?? true, "no wait is over before it begins")
            wait(until: deadline?.nanoseconds)
        case .stalled:
            check(isLost, "what comes is not given up")
            return false
        }
        return true
    }

    private mutating func receive() {
        guard let flip = flying, !isLost, flip.heard <= now else { return }
        clock.flipCompleted(flip.stamp, at: now)
        flying = nil
        let missed = clock.missed
        let refresh = (flip.time - start + clock.grid.period / 2) / clock.grid.period
        account = Int64(clock.presented + missed.late + missed.paused) - refresh
        lastStamp = flip.stamp
        waits = 0
    }

    private mutating func draw() {
        let target = clock.stage.frame?.target ?? 0
        check(target > lastTarget, "never two frames for one refresh")
        let ahead: Int64 = clock.drawsAhead ? 2 : 1
        check(clock.grid.time(of: target) - .at(now) <= ahead * clock.grid.period + 1, "never faster than the mode")
        if isImmediate { check(target <= elapsed + ahead + 1, "nor does the timer run ahead") }
        lastTarget = target
        var changes = !faults.contains(.behaviour)
        for link in clock.links.indices where clock.isCalled(link: link) {
            let frame = clock.timing(ofLink: link)
            check(frame.number == numbers[link], "frames are numbered without gaps")
            check(
                frame.duration == clock.grid.rate.duration(ofRefreshes: clock.links[link].interval),
                "a frame lasts its interval")
            numbers[link] += 1
            now += drawingTime()
            let sleeps = faults.contains(.behaviour) && chance(8)
            changes = changes || !chance(4)
            clock.linkReturned(link, next: sleeps ? .whenNeeded : .nextRefresh)
        }
        if changes { clock.frameDrawn(at: now) } else { clock.frameUnchanged(at: now) }
    }

    private mutating func drawingTime() -> Int64 {
        chance(10) ? .random(in: 0...5 * clock.grid.period, using: &random) : .random(in: 0...2_000_000, using: &random)
    }

    private mutating func commit() {
        check(flying == nil || wasDoubted, "never two flips in flight")
        if flying != nil || faults.contains(.kernel) && chance(20) { return clock.commitRefused(at: now) }
        clock.frameCommitted(at: now)
        let period = clock.grid.period
        var time = isImmediate ? now + 20_000 : start + ((now - start) / period + 1) * period
        if faults.contains(.kernel), chance(20) { time += .random(in: 1...3, using: &random) * period }
        // The number that a display without faults would have counted.
        let count = sequence &+ UInt32(truncatingIfNeeded: (time - start) / period)
        var stamp = FlipStamp(time: time, sequence: isImmediate ? 0 : count)
        var heard = time + .random(in: 0...period / 3, using: &random)
        wasDoubted = false
        if faults.contains(.events) {
            if chance(8) { stamp.time = nil }
            if chance(10), let lastStamp {
                clock.flipCompleted(lastStamp, at: now)
                // Without a timestamp and a number, it cannot be distinguished from the expected flip.
                wasDoubted = true
            }
            if chance(60) { heard += 3 * period }
            isLost = chance(200)
        }
        flying = Flip(time: time, heard: heard, stamp: stamp)
    }

    private mutating func wait(until deadline: Int64?) {
        if faults.contains(.jumps), chance(40) {
            now += .random(in: 1...100_000, using: &random) * 1_000_000
            return
        }
        let heard = isLost ? nil : flying?.heard
        guard let next = [deadline, heard].compactMap(\.self).min() else {
            for link in clock.links.indices { clock.setPaused(false, ofLink: link, at: now) }
            return clock.setNeedsDisplay()
        }
        // A thread is woken slightly late.
        now = max(now, next) + (chance(20) ? .random(in: 0...30_000_000, using: &random) : 50_000)
    }

    private mutating func changeMind() {
        let link = Int.random(in: 0..<clock.links.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: clock.setPaused(!clock.links[link].isPaused, ofLink: link, at: now)
        case 1: clock.setInterval(.random(in: 1...5, using: &random), ofLink: link)
        case 2 where clock.links.count > 1:
            clock.removeLink(link)
            numbers.remove(at: link)
        case 3 where clock.links.count < 5:
            clock.addLink(interval: .random(in: 1...4, using: &random), at: now)
            numbers.append(0)
        case 4: clock.setNeedsDisplay()
        default:
            // A paused link continues at some time.
            for link in clock.links.indices { clock.setPaused(false, ofLink: link, at: now) }
        }
    }

    /// Checks like `#expect`, which is too slow for this many checks.
    private func check(_ holds: Bool, _ rule: String) {
        if !holds { Issue.record("seed \(seed), faults \(faults.rawValue): \(rule)") }
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }
}
