import Testing

@testable import Films

private let second: Int64 = 1_000_000_000

struct FilmTimelineTests {
    /// The frames of a film of a constant rate, with time stamps as containers round them.
    private static func film(_ rate: Int64, count: Int64, round: Int = 0, start: Int64 = 0) -> [VideoFrame] {
        (0..<count).map { number in
            VideoFrame(
                round: round, time: start + number * second / rate, end: start + (number + 1) * second / rate)
        }
    }

    private static func timeline(_ numerator: Int64, _ denominator: Int64 = 1) throws -> FilmTimeline {
        FilmTimeline(rate: try #require(FilmTimeline.Rate(numerator, denominator)))
    }

    /// The refreshes that each frame has, for a film of 10,000 frames.
    @Test(
        arguments: [
            (24, 60, [2, 3]), (25, 60, [2, 3]), (30, 60, [2]), (50, 60, [1, 2]), (60, 60, [1]), (24, 24, [1]),
            (25, 50, [2]), (24, 50, [2, 3]), (30, 50, [1, 2]), (60, 50, [0, 1]), (50, 24, [0, 1]), (60, 24, [0, 1]),
        ] as [(Int64, Int64, [Int64])])
    func eachFrameHasTheRightNumberOfRefreshes(rate: Int64, screen: Int64, counts: [Int64]) throws {
        var timeline = try Self.timeline(screen)
        let refreshes = Self.film(rate, count: 10_000).map { timeline.take($0) }
        let lengths = zip(refreshes, refreshes.dropFirst()).map { $1 - $0 }
        #expect(Set(lengths) == Set(counts))
        #expect(refreshes[9600] == 9600 * screen / rate)
        // No frame is earlier than its time by more than a rounding, or later by a refresh.
        for (number, refresh) in refreshes.enumerated() {
            let exact = Double(number) * Double(screen) / Double(rate)
            #expect(Double(refresh) <= exact + 0.001 * Double(screen) + 0.000_001 && Double(refresh) > exact - 1)
        }
    }

    @Test func noRefreshIsLostInAYearOfLoops() throws {
        var timeline = try Self.timeline(60_000, 1001)
        var last: Int64 = 0
        let rounds = 1000
        for round in 0..<rounds {
            for frame in Self.film(24, count: 72, round: round) { last = timeline.take(frame) }
        }
        let exact = (3 * Double(rounds) - 1.0 / 24 + 0.001) * 60_000 / 1001
        #expect(last == Int64(exact))
    }

    @Test func roundsFollowWithoutAGap() throws {
        var timeline = try Self.timeline(60)
        // The time stamps of B-frames begin behind 0.
        let frames = (0..<3).flatMap { Self.film(30, count: 4, round: $0, start: second / 15) }
        let refreshes = frames.map { timeline.take($0) }
        #expect(refreshes == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22])
    }

    @Test func aScreenThatWasDarkPausesTheFilm() throws {
        var timeline = try Self.timeline(60)
        let frames = Self.film(30, count: 6)
        let first = timeline.take(frames[0])
        #expect(first == 0)
        let other = timeline.take(frames[1])
        #expect(other == 2)
        // The second frame is shown after a night.
        let isPaused = timeline.shown(at: 1_000_002, wanted: 2)
        #expect(isPaused)
        let third = timeline.take(frames[2])
        #expect(third == 1_000_004)
        // Half a second later is only late.
        let isPausedAgain = timeline.shown(at: 1_000_034, wanted: 1_000_004)
        #expect(!isPausedAgain)
        let fourth = timeline.take(frames[3])
        #expect(fourth == 1_000_006)
    }

    @Test func anotherRateGoesOnAtTheSamePlace() throws {
        var timeline = try Self.timeline(60)
        let frames = Self.film(30, count: 40)
        for frame in frames[..<31] { _ = timeline.take(frame) }
        timeline.use(try #require(FilmTimeline.Rate(50, 1)))
        // 1 s is refresh 60 by the former rate; the next frame is a thirtieth of a second later.
        let next = timeline.take(frames[31])
        #expect(next == 61)
        let following = timeline.take(frames[33])
        #expect(following == 65)
    }

    @Test func anotherDecoderGoesOnBehindTheLastFrame() throws {
        var timeline = try Self.timeline(60)
        let frames = Self.film(30, count: 60)
        for frame in frames[..<30] { _ = timeline.take(frame) }
        timeline.decoderBegins()
        let next = timeline.take(frames[30])
        #expect(next == 60)
        for frame in frames[31...] { _ = timeline.take(frame) }
        // Behind the last frame of the film the next round begins.
        timeline.decoderBegins()
        let firstOfRound = timeline.take(VideoFrame(round: 1, time: 0, end: second / 30))
        #expect(firstOfRound == 120)
    }

    @Test func hostileTimesAreOnlyWrong() throws {
        var timeline = try Self.timeline(60)
        let latest: Int64 = 3650 * 86_400 * second
        var last: Int64 = 0
        for round in 0..<1000 {
            for time in [0, latest, latest / 2, 1] {
                let refresh = timeline.take(VideoFrame(round: round, time: time, end: latest))
                #expect(refresh >= last)
                last = refresh
            }
        }
        #expect(FilmTimeline.Rate(0, 1) == nil)
        #expect(FilmTimeline.Rate(1 << 60, 1) == nil)
    }
}
