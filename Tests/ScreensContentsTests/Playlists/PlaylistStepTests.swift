import ScreensConfiguration
import ScreensLinux
import Testing

@testable import ScreensContents

/// The timelines of twenty machines with the same list over a week in virtual time. Their clocks are wrong by up to 50
/// ms, run at wrong rates, are corrected by rates and by steps, and are set wrongly; the machines restart.
struct PlaylistStepTests {
    private static let second: Int64 = 1_000_000_000
    private static let period: Int64 = second / 60
    /// 2026-11-23 00:00:00 UTC, a Monday.
    private static let monday: Int64 = 1_795_392_000
    private static let zone = LocalTime { _ in 0 }
    private static let lunch = (from: Int64(11 * 3600), until: Int64(14 * 3600))
    private static let lengths: [Int64] = [321, 567, 243, 809, 480]
    /// The item that belongs to the list at noon only.
    private static let lunchItem = 3

    private static func list() throws -> PlaylistKind {
        let times = PlaylistTimes(during: try PowerSchedule("11:00-14:00"))
        return PlaylistKind(
            lengths.enumerated().map { index, length in
                PlaylistItem(
                    .color(.black), for: TimeLength(milliseconds: Int(length) * 1000),
                    index == lunchItem ? times : PlaylistTimes())
            }, PlaylistCourse(alignment: .clock))
    }

    /// The item of a time since 1970 in nanoseconds, by the formula that the documents state.
    private func item(at time: Int64) -> Int {
        let day = time / Self.second % 86_400
        let isLunch = day >= Self.lunch.from && day < Self.lunch.until
        let items = Self.lengths.indices.filter { isLunch || $0 != Self.lunchItem }
        var rest = time % (items.reduce(0) { $0 + Self.lengths[$1] } * Self.second)
        return items.first { item in
            rest -= Self.lengths[item] * Self.second
            return rest < 0
        } ?? -1
    }

    /// A machine. Times without a clock are true times, in nanoseconds since the beginning of the week.
    private struct Machine {
        var plan: PlaylistPlan
        /// The time and the monotonic time at which the rate has begun.
        private var (start, monotonicStart): (Double, Double)
        private var rate: Double
        /// The lead of the clock over the monotonic clock.
        private var lead: Double
        /// How far the list may be behind or ahead of the clock because of a step, and since which monotonic time.
        private(set) var (slew, slewStart): (Double, Double) = (0, 0)
        /// The phase of the refreshes.
        private let phase: Int64

        init(_ list: PlaylistKind, _ random: inout RandomNumbers) {
            plan = PlaylistPlan(list, in: PlaylistStepTests.zone)
            (start, monotonicStart) = (0, Double(random.next(in: 10...100_000)) * 1e9)
            rate = 1 + Double(random.next(in: -100...100)) * 1e-6
            lead = Double(random.next(in: -50...50)) * 1e6 - monotonicStart
            phase = random.next(in: 0...PlaylistStepTests.period)
        }

        func monotonic(_ time: Double) -> Double { monotonicStart + (time - start) * rate }
        func error(_ time: Double) -> Double { monotonic(time) + lead - time }

        /// Returns the time at which the monotonic clock shows a time.
        func time(_ monotonic: MonotonicTime) -> Double {
            start + (Double(monotonic.nanoseconds) - monotonicStart) / rate
        }

        /// Returns the first refresh at or after a time.
        func refresh(_ time: Double) -> Double {
            let period = Double(PlaylistStepTests.period)
            return ((time - Double(phase)) / period).rounded(.up) * period + Double(phase)
        }

        /// How far the list may be from the clock.
        func slew(_ time: Double) -> Double { max(0, slew.magnitude - (monotonic(time) - slewStart) / 60) }

        mutating func update(_ time: Double) {
            let wallTime = Int64(monotonic(time) + lead) + PlaylistStepTests.monday * PlaylistStepTests.second
            plan.take(MonotonicTime(nanoseconds: Int64(monotonic(time))), .nanoseconds(wallTime))
        }

        /// Gives the clock another rate, as chrony and timesyncd do.
        mutating func set(_ rate: Double, _ time: Double) {
            (monotonicStart, start) = (monotonic(time), time)
            self.rate = rate
        }

        mutating func step(_ step: Double, _ time: Double) {
            let rest = slew(time) * (slew < 0 ? -1 : 1)
            lead += step
            (slew, slewStart) = (rest - step, monotonic(time))
            if slew.magnitude > 2e9 { slew = 0 }
            update(time)
        }

        mutating func restart(_ list: PlaylistKind, _ time: Double) {
            plan = PlaylistPlan(list, in: PlaylistStepTests.zone)
            slew = 0
            update(time)
        }
    }

    /// The largest error of a clock before it is corrected, in nanoseconds.
    private static let largest = 50e6

    /// The largest errors so far, in nanoseconds.
    private struct Errors {
        /// The errors while no clock is wrong by more than ``largest``, and none was set within two minutes.
        var (clock, item) = (0.0, 0.0)
        /// The part beyond the error of the clock and the rest of a step.
        var beyond = 0.0
        var turns = 0
    }

    @Test func twentyMachinesShowTheSameItemsForAWeekWithinTheErrorsOfTheirClocks() throws {
        var (random, errors) = (RandomNumbers(), Errors())
        let list = try Self.list()
        for _ in 0..<20 {
            var machine = Machine(list, &random)
            try run(&machine, list, &random, &errors)
        }
        let frame = Double(Self.period)
        #expect(errors.turns > 18_000)
        // A picture waits for the next refresh of its screen.
        #expect(errors.beyond <= frame + 1000)
        #expect(errors.clock > Self.largest / 2 && errors.item <= Self.largest + frame + 1000)
    }

    private func run(
        _ machine: inout Machine, _ list: PlaylistKind, _ random: inout RandomNumbers, _ errors: inout Errors
    ) throws {
        let end = 7.0 * 86_400e9
        var time = 0.0
        machine.update(time)
        while time < end {
            let event = time + Double(random.next(in: 60...3600)) * 1e9
            while let next = machine.plan.next, let wake = machine.plan.end, machine.time(wake) < event {
                if next.start == wake { try check(next, machine, &errors) }
                time = max(machine.time(wake), time)
                machine.update(time + 1)
                #expect(machine.plan.current?.item == next.item)
            }
            time = event
            let error = machine.error(time)
            switch error.magnitude > Self.largest ? 0 : random.next(in: 0...9) {
            case 0: machine.step(-error, time)
            case 1: machine.step(Double(random.next(in: -50...50)) * 1e6 - error, time)
            case 2: machine.step(Double(random.next(in: -1900...1900)) * 1e6, time)
            case 3: machine.step(Double(random.next(in: 3...100)) * 1e9, time)
            case 4:
                time += Double(random.next(in: 0...600)) * 1e9
                machine.restart(list, time)
            case 5: machine.set(1 + Double(random.next(in: -100...100)) * 1e-6, time)
            // The rate makes up for the error within some minutes, at most by 500 ppm.
            default: machine.set(1 - min(max(error / 300e9, -500e-6), 500e-6), time)
            }
        }
    }

    /// Checks that an item begins when it has to.
    private func check(_ turn: PlaylistPlan.Turn, _ machine: Machine, _ errors: inout Errors) throws {
        let start = machine.time(turn.start)
        let refresh = machine.refresh(start)
        let due = try #require(machine.plan.wallTime(of: turn)).wholeNanoseconds
        let late = refresh - Double(due - Self.monday * Self.second)
        let (clock, slew) = (machine.error(start).magnitude, machine.slew(start))
        errors.turns += 1
        errors.beyond = max(errors.beyond, late.magnitude - clock - slew)
        if slew == 0, clock <= Self.largest {
            errors.clock = max(errors.clock, clock)
            errors.item = max(errors.item, late.magnitude)
        }
        if slew == 0 { #expect(turn.item == item(at: due + 1_000_000), "at \(due)") }
    }
}

/// Numbers that are the same in each run.
private struct RandomNumbers {
    private var state: UInt64 = 46

    mutating func next(in range: ClosedRange<Int64>) -> Int64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int64((state >> 33) % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
