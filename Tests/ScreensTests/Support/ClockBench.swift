import Testing

@testable import Screens

let ms: Int64 = 1_000_000

/// A bench that drives a clock as a screen's thread does, with a display at 100 Hz in simulated time.
struct ClockBench {
    /// A call of a link.
    struct Call: Hashable {
        let link: Int
        let time: Int64
        let frame: FrameTiming
    }

    /// The behaviour of a link in a call.
    struct Drawing {
        var time: Int64 = 2 * ms
        var changes = true
        var next = NextUpdate.nextRefresh
    }

    static let rate = RefreshRate(numerator: 100, denominator: 1)

    var clock: FrameClock
    var now: Int64 = 0
    /// The time of a refresh. The period is the display's own, and may differ from the mode's.
    var phase: Int64 = 3 * ms
    var period: Int64 = 10 * ms
    /// The time from the refresh to the event.
    var hearing: Int64 = 50_000
    /// Whether the driver shows a flip at once.
    var isImmediate = false
    /// The time that an immediate flip takes.
    var immediateTime: Int64 = 10_000
    /// Whether flips carry the numbers of vblanks. Without them the kernel knows no vblanks, though the display may
    /// wait for its refresh.
    var countsVBlanks = true
    /// Converts the time of a flip to its reported timestamp.
    var stamp: (Int64) -> Int64 = { $0 }
    /// The number of refreshes by which the next flip is late.
    var leftOut: Int64 = 0
    private var flying: Int64?
    private(set) var calls: [Call] = []
    private(set) var flips: [Int64] = []

    init(
        rate: RefreshRate = Self.rate, intervals: [Int] = [1], pacing: Pacing = .vblank,
        schedule: FrameSchedule = .earliest, buffers: Int = 2, longestPeriod: Int64? = nil
    ) {
        clock = FrameClock(
            rate: rate, pacing: pacing, schedule: schedule, buffers: buffers, longestPeriod: longestPeriod, start: 0)
        clock.screenEnabled(showsFrame: false, at: .at(0))
        for interval in intervals { clock.addLink(interval: interval, at: 0) }
    }

    /// Runs until a number of flips are shown, or until `end`.
    mutating func run(
        flips wanted: Int = .max, until end: Int64 = .max, drawing: (Call) -> Drawing = { _ in Drawing() }
    ) throws {
        while flips.count < wanted, now < end {
            if let flip = flying, flip + hearing <= now {
                flying = nil
                flips.append(flip)
                let sequence = isImmediate || !countsVBlanks ? 0 : UInt32(truncatingIfNeeded: (flip - phase) / period)
                clock.flipCompleted(FlipStamp(time: stamp(flip), sequence: sequence), at: now)
                if flips.count >= wanted { return }
            }
            switch clock.action(at: now) {
            case .draw:
                draw(drawing)
            case .commit:
                try #require(flying == nil, "never two flips in flight")
                let next = now < phase ? phase : phase + ((now - phase) / period + 1) * period
                flying = isImmediate ? now + immediateTime : next + leftOut * period
                leftOut = 0
                clock.frameCommitted(at: now)
            case .wait(let deadline):
                let next = [deadline?.nanoseconds, flying.map { $0 + hearing }, end < .max ? end : nil].compactMap(
                    \.self
                ).min()
                now = max(now, try #require(next, "there is always a next event"))
            case .stalled:
                throw Stalled()
            }
        }
    }

    struct Stalled: Error {}

    private mutating func draw(_ drawing: (Call) -> Drawing) {
        var changes = false
        for link in clock.links.indices where clock.isCalled(link: link) {
            let call = Call(link: link, time: now, frame: clock.timing(ofLink: link))
            calls.append(call)
            let done = drawing(call)
            now += done.time
            changes = changes || done.changes
            clock.linkReturned(link, next: done.next)
        }
        if changes { clock.frameDrawn(at: now) } else { clock.frameUnchanged(at: now) }
    }

    /// The calls of one link.
    func calls(of link: Int) -> [Call] { calls.filter { $0.link == link } }
}

extension MonotonicTime {
    static func at(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }
}

/// Tests count time in nanoseconds.
extension FrameClock {
    init(
        rate: RefreshRate, pacing: Pacing, schedule: FrameSchedule = .earliest, buffers: Int = 2,
        longestPeriod: Int64? = nil, start: Int64
    ) {
        self.init(
            rate: rate, pacing: pacing, schedule: schedule, buffers: buffers, longestPeriod: longestPeriod,
            start: .at(start))
    }

    mutating func action(at now: Int64) -> Action { action(at: .at(now)) }
    mutating func flipCompleted(_ stamp: FlipStamp, at now: Int64) { flipCompleted(stamp, at: .at(now)) }
    mutating func frameUnchanged(at now: Int64) { frameUnchanged(at: .at(now)) }
    mutating func frameDrawn(at now: Int64) { frameDrawn(at: .at(now)) }
    mutating func frameCommitted(at now: Int64) { frameCommitted(at: .at(now)) }
    mutating func commitRefused(at now: Int64) { commitRefused(at: .at(now)) }
    mutating func addLink(interval: Int, isPaused: Bool = false, at now: Int64) {
        addLink(interval: interval, isPaused: isPaused, at: .at(now))
    }
    mutating func setPaused(_ isPaused: Bool, ofLink index: Int, at now: Int64) {
        setPaused(isPaused, ofLink: index, at: .at(now))
    }
}

extension FlipStamp {
    /// - Parameter time: the timestamp; 0 is a driver that reports none.
    init(time: Int64, sequence: UInt32 = 0) {
        self.init(time: time == 0 ? nil : .at(time), sequence: sequence)
    }
}

extension Sequence<MonotonicTime> {
    /// The differences from each element to the next.
    var steps: [Int64] { zip(self, dropFirst()).map { $1 - $0 } }
}

extension Sequence<Int64> {
    /// The differences from each element to the next.
    var steps: [Int64] { zip(self, dropFirst()).map { $1 - $0 } }
}

/// A reproducible generator of random numbers.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension FrameClock {
    /// Requests a frame of every link.
    mutating func setNeedsDisplay() {
        for index in links.indices { setNeedsDisplay(ofLink: index) }
    }
}
