import Glibc
import ScreensLinux
import Synchronization
import Testing

@testable import Screens

/// Counted films on simulated screens, with a clock that the tests advance.
@Suite struct PresenterTests {
    private let clock = ManualClock(at: MonotonicTime(nanoseconds: 1_000_000_000))

    private static func rate(_ numerator: UInt64, _ denominator: UInt64 = 1) -> RefreshRate {
        RefreshRate(numerator: numerator, denominator: denominator)
    }

    private func gray(_ rate: RefreshRate?, _ size: Size = Size(width: 8, height: 8)) throws -> Presenter {
        try Presenter(VideoFormat(size: size, pixels: .gray8, rate: rate))
    }

    /// Starts a kit with the presenter as its delegate.
    private func start(_ presenter: Presenter, _ card: SimulatedCard, wakes: Bool = true) async throws -> VideoKit {
        let kit = try await VideoKit.started(presenter, card)
        if wakes { presenter.setWaker { [weak kit] in kit?.setNeedsDisplay() } }
        return kit
    }

    private func give(_ value: UInt8, to presenter: Presenter) -> Bool {
        presenter.enqueue { frame in
            for index in 0..<frame.byteCount { frame.storeBytes(of: value, toByteOffset: index, as: UInt8.self) }
        }
    }

    private func shown(_ card: SimulatedCard) throws -> Int {
        Int(try card.picture(of: "Virtual-1")?.pixels[0] ?? 0) & 255
    }

    /// Returns for how many refreshes each frame of a film was shown, from the first to the last.
    private func refreshes(
        of frames: Int, at source: RefreshRate?, on millihertz: Int, wakes: Bool = true
    ) async throws -> [Int] {
        let mode = try SimulatedMode(width: 8, height: 8, millihertz: millihertz)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])], clock: clock)
        let presenter = try gray(source)
        let kit = try await start(presenter, card, wakes: wakes)
        let rate = try #require(kit.screens.first?.currentMode?.refreshRate)
        let start = clock.now + rate.nanoseconds(ofRefreshes: 1) / 2
        var (given, counts) = (0, [Int](repeating: 0, count: frames + 1))
        for refresh in 1...100_000 as ClosedRange<Int64> {
            while given < frames, presenter.hasRoom {
                given += 1
                #expect(give(UInt8(given), to: presenter))
            }
            if given == frames { presenter.finish() }
            // The clock advances to the middle of a refresh.
            clock.advance(by: clock.now.duration(to: start + rate.nanoseconds(ofRefreshes: refresh)))
            counts[try shown(card)] += 1
            // The picture before the first frame is black; the last frame stays.
            if presenter.counts.shown + presenter.counts.skipped == UInt64(frames), counts[frames] == 10 { break }
        }
        await presenter.waitUntilEnd()
        #expect(presenter.counts.late == 0)
        await kit.stop()
        return Array(counts[1..<frames])
    }

    @Test(
        arguments: [
            (rate(30), 60_000, [2, 2, 2, 2, 2, 2]), (rate(24), 60_000, [2, 3, 2, 3, 2, 3]),
            (rate(25), 60_000, [2, 2, 3, 2, 3, 2, 2, 3, 2, 3]), (rate(24000, 1001), 60_000, [2, 3, 2, 3, 2, 3]),
            (rate(30000, 1001), 59_940, [2, 2, 2, 2]), (rate(50), 60_000, [1, 1, 1, 1, 2, 1, 1, 1, 1, 2]),
            (rate(60), 60_000, [1, 1, 1, 1, 1, 1]), (rate(25), 50_000, [2, 2, 2, 2]),
            (rate(24), 50_000, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]), (rate(60), 50_000, [0, 1, 1, 1, 1, 1, 0, 1, 1]),
            (nil, 59_940, [1, 1, 1, 1]), (nil, 24_000, [1, 1, 1]), (rate(1), 10_000, [10, 10, 10]),
        ] as [(RefreshRate?, Int, [Int])])
    func eachFrameIsShownForItsRefreshes(_ source: RefreshRate?, _ millihertz: Int, _ expected: [Int]) async throws {
        let found = try await refreshes(of: expected.count + 1, at: source, on: millihertz)
        #expect(found == expected)
    }

    @Test func aFilmIsEvenToItsEnd() async throws {
        let counts = try await refreshes(of: 250, at: Self.rate(24000, 1001), on: 60_000)
        #expect(counts.allSatisfy { $0 == 2 || $0 == 3 })
        // Each frame takes 2.5025 refreshes.
        let sum: Int = counts.reduce(0, +)
        let expected: Int = 249 * 25025 / 10000
        #expect(sum == expected)
    }

    @Test func withoutAWakerItLooksAtEachRefresh() async throws {
        #expect(try await refreshes(of: 6, at: Self.rate(30), on: 60_000, wakes: false) == [2, 2, 2, 2, 2])
    }

    @Test func itEndsWhenTheLastFrameHadItsTime() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 60)], clock: clock)
        let presenter = try gray(Self.rate(10))
        let kit = try await start(presenter, card)
        let ended = Mutex(false)
        let wait = Task {
            await presenter.waitUntilEnd()
            ended.withLock { $0 = true }
        }
        #expect(give(1, to: presenter))
        presenter.finish()
        #expect(!give(2, to: presenter), "no frame follows the end")
        // The frame is on the screen from the first of these refreshes on.
        clock.advance(refreshes: 6)
        #expect(try shown(card) == 1)
        let isOver = ended.withLock { $0 }
        #expect(!isOver)
        clock.advance(refreshes: 2)
        await wait.value
        #expect(try shown(card) == 1, "it stays")
        await kit.stop()
    }

    @Test func aLateFrameIsShownWhenItComesAndMovesTheOthers() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 60)], clock: clock)
        let presenter = try gray(Self.rate(30))
        let kit = try await start(presenter, card)
        #expect(give(1, to: presenter))
        clock.advance(refreshes: 20)
        #expect(try shown(card) == 1 && presenter.counts.late == 0)
        for value in 2...4 as ClosedRange<UInt8> { #expect(give(value, to: presenter)) }
        var counts: [Int: Int] = [:]
        for _ in 0..<8 {
            clock.advance(refreshes: 1)
            counts[try shown(card), default: 0] += 1
        }
        #expect(counts[2] == 2 && counts[3] == 2 && counts[4] ?? 0 >= 2, "\(counts)")
        #expect(presenter.counts == Presenter.Counts(shown: 4, late: 1, skipped: 0))
        await kit.stop()
    }

    /// A screen that waits for a frame costs nothing.
    @Test func aScreenThatWaitsForAFrameSleeps() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 60)], clock: clock)
        let presenter = try gray(Self.rate(30))
        let calls = Atomic<Int>(0)
        let delegate = RecordingDelegate { view in
            calls.add(1, ordering: .relaxed)
            presenter.draw(on: &view)
        }
        let kit = try await VideoKit.started(delegate, card)
        presenter.setWaker { [weak kit] in kit?.setNeedsDisplay() }
        clock.advance(by: .seconds(10))
        #expect(calls.load(ordering: .relaxed) < 5)
        #expect(give(9, to: presenter))
        clock.advance(refreshes: 2)
        #expect(try shown(card) == 9)
        clock.advance(by: .seconds(10))
        #expect(calls.load(ordering: .relaxed) < 10)
        await kit.stop()
    }

    @Test func threeFramesWaitAndTheFourthBlocks() async throws {
        let presenter = try gray(nil)
        for value in 1...3 as ClosedRange<UInt8> {
            #expect(presenter.hasRoom)
            #expect(give(value, to: presenter))
        }
        #expect(!presenter.hasRoom)
        let fourth = Task.detached { self.give(4, to: presenter) }
        var view = try OffscreenView(size: presenter.format.size)
        view.draw { presenter.draw(on: &$0) }
        let isFourthGiven = await fourth.value
        #expect(isFourthGiven)
        #expect(view.picture.pixels.allSatisfy { $0 == 0x010101 })
        #expect(!presenter.hasRoom)
        let fifth = Task.detached { self.give(5, to: presenter) }
        presenter.cancel()
        let isFifthGiven = await fifth.value
        #expect(!isFifthGiven, "cancelled")
    }

    @Test func aFrameWhoseFillingFailsIsNotGiven() throws {
        struct Broken: Error {}
        let presenter = try gray(nil)
        #expect(throws: Broken.self) {
            let fill: (inout MutableRawSpan) throws(Broken) -> Void = { _ throws(Broken) in throw Broken() }
            _ = try presenter.enqueue(fill)
        }
        #expect(give(7, to: presenter))
        var view = try OffscreenView(size: presenter.format.size)
        view.draw { presenter.draw(on: &$0) }
        #expect(view.picture.pixels.allSatisfy { $0 == 0x070707 })
        #expect(presenter.counts.shown == 1)
    }

    /// The view of another mode gets the present frame, and so does a display that comes back.
    @Test func aNewViewGetsTheFrameAtOnce() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 60)], clock: clock)
        let presenter = try gray(Self.rate(1))
        let kit = try await start(presenter, card)
        #expect(give(5, to: presenter))
        clock.advance(refreshes: 3)
        let larger = try SimulatedMode("16x12@60")
        try card.change("Virtual-1") { $0.modes = [larger] }
        clock.advance(refreshes: 3)
        let picture = try #require(try card.picture(of: "Virtual-1"))
        #expect(picture.size == Size(width: 16, height: 12))
        #expect(picture[8, 6] == Color(rgb: 0x050505))
        #expect(picture[0, 0] == .black, "beside the frame, which fits")
        await kit.stop()
    }

    @Test func anotherScreenShowsNothingUntilTheFirstIsGone() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 60), .make(8, 8, 60)], clock: clock)
        let presenter = try gray(nil)
        let kit = try await start(presenter, card)
        for value in 1...3 as ClosedRange<UInt8> { #expect(give(value * 16, to: presenter)) }
        clock.advance(refreshes: 6)
        let shown = try ["Virtual-1", "Virtual-2"].map { try #require(try card.picture(of: $0)).pixels[0] }
        #expect(shown.sorted() == [0, 0x303030])
        await kit.stop()
    }

    // MARK: Placing

    private func picture(
        _ size: Size, of frame: Size, _ mode: ContentMode, aspect: Size = Size(width: 1, height: 1)
    ) throws -> Picture {
        let format = try VideoFormat(size: frame, pixels: .gray8, pixelAspect: aspect)
        let presenter = try Presenter(format, contentMode: mode, background: Color(rgb: 0x0000FF))
        #expect(give(200, to: presenter))
        var view = try OffscreenView(size: size)
        view.draw { presenter.draw(on: &$0) }
        return view.picture
    }

    @Test(
        arguments: [
            (Size(width: 40, height: 30), ContentMode.fit, Rectangle(x: 0, y: 0, width: 40, height: 30)),
            (Size(width: 20, height: 10), .fit, Rectangle(x: 0, y: 5, width: 40, height: 20)),
            (Size(width: 20, height: 10), .center, Rectangle(x: 10, y: 10, width: 20, height: 10)),
            (Size(width: 20, height: 10), .topLeft, Rectangle(x: 0, y: 0, width: 20, height: 10)),
            (Size(width: 20, height: 10), .stretch, Rectangle(x: 0, y: 0, width: 40, height: 30)),
            (Size(width: 20, height: 10), .fill, Rectangle(x: 0, y: 0, width: 40, height: 30)),
            (Size(width: 80, height: 10), .center, Rectangle(x: 0, y: 10, width: 40, height: 10)),
            (Size(width: 400, height: 300), .fit, Rectangle(x: 0, y: 0, width: 40, height: 30)),
        ])
    func framesArePlacedAsPicturesAre(_ frame: Size, _ mode: ContentMode, _ place: Rectangle) throws {
        let picture = try picture(Size(width: 40, height: 30), of: frame, mode)
        for y in 0..<30 {
            for x in 0..<40 {
                let isInside = place.intersects(Rectangle(x: x, y: y, width: 1, height: 1))
                let isRight = picture[x, y] == Color(rgb: isInside ? 0xC8C8C8 : 0x0000FF)
                if !isRight { Issue.record("\(frame) \(mode) at \(x), \(y): \(picture[x, y])") }
            }
        }
    }

    @Test func pixelsThatAreNotSquareAreWidened() throws {
        let picture = try picture(
            Size(width: 40, height: 30), of: Size(width: 10, height: 10), .fit, aspect: Size(width: 2, height: 1))
        #expect(picture[0, 4] == Color(rgb: 0x0000FF) && picture[0, 5] == Color(rgb: 0xC8C8C8))
    }

    @Test(arguments: ContentMode.allCases)
    func extremePixelsCauseNoCrash(_ mode: ContentMode) throws {
        for aspect in [Size(width: 65535, height: 1), Size(width: 1, height: 65535)] {
            for size in [Size(width: 16384, height: 1), Size(width: 1, height: 16384)] {
                _ = try picture(Size(width: 40, height: 30), of: size, mode, aspect: aspect)
            }
        }
    }

    @Test func roomIsReadOnAnyThread() throws {
        let queue = try VideoQueue(byteCount: 1)
        let frames = 300_000
        let done = Completion()
        try NativeThread.start(name: "writer") { for _ in 0..<frames { _ = queue.give { _ in } } }
        try NativeThread.start(name: "screen") {
            var taken = 0
            while taken < frames {
                let waiting = queue.waiting
                if waiting > 0 { queue.take(waiting) }
                taken += waiting
            }
            done.signal()
        }
        while !done.isDone { _ = queue.hasRoom }
        #expect(queue.hasRoom)
    }

    @Test(arguments: VideoPixelFormat.allCases)
    func everyFormatShowsAMiddleGray(_ pixels: VideoPixelFormat) throws {
        let presenter = try Presenter(VideoFormat(size: Size(width: 6, height: 4), pixels: pixels, range: .full))
        let isGiven = presenter.enqueue { frame in
            for index in 0..<frame.byteCount {
                let isLow = index % 2 == 0
                let byte: UInt8 =
                    switch pixels {
                    case .p010: isLow ? 0 : 128
                    case .yuv420p10: isLow ? 0 : 2
                    case .rgb565: isLow ? 0x10 : 0x84
                    default: 128
                    }
                frame.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            }
        }
        #expect(isGiven)
        var view = try OffscreenView(size: Size(width: 6, height: 4))
        view.draw { presenter.draw(on: &$0) }
        for pixel in view.picture.pixels {
            for shift in [0, 8, 16] as [UInt32] { #expect(abs(Int(pixel >> shift & 255) - 128) <= 4) }
        }
    }
}
