import Glibc
import Screens
import Testing

@Suite struct OffscreenViewTests {
    @Test func framesFollowEachOtherAtTheRateAndSkippedOnesCountAsMissed() throws {
        var view = try OffscreenView(
            size: Size(width: 4, height: 4), refreshRate: RefreshRate(numerator: 50, denominator: 1),
            start: MonotonicTime(nanoseconds: 7_000_000))
        var seen: [[Int64]] = []
        for skipped in [0, 2, 0] {
            view.skip(refreshes: skipped)
            view.draw { view in
                let timing = view.timing
                seen.append([
                    Int64(timing.number), timing.timestamp.nanoseconds / 1_000_000,
                    timing.targetTimestamp.nanoseconds / 1_000_000, Int64(timing.missed),
                ])
                #expect(timing.duration == .milliseconds(20))
            }
        }
        #expect(seen == [[0, 7, 27, 0], [1, 67, 87, 2], [2, 87, 107, 2]])
    }

    @Test func theTimeSinceTheLastCallIncludesSkippedRefreshes() throws {
        var view = try OffscreenView(
            size: Size(width: 4, height: 4), refreshRate: RefreshRate(numerator: 50, denominator: 1))
        var elapsed: [Duration] = []
        for skipped in [5, 0, 2] {
            view.skip(refreshes: skipped)
            view.draw { elapsed.append($0.timing.elapsed) }
        }
        #expect(elapsed == [.zero, .milliseconds(20), .milliseconds(60)])
    }

    @Test func skippedRefreshesHaveALimit() throws {
        var view = try OffscreenView(size: Size(width: 4, height: 4))
        for count in [.max, .max, -1, .min] { view.skip(refreshes: count) }
        var missed: UInt64?
        view.draw { missed = $0.timing.missed }
        #expect(missed == 1 << 32)
    }

    @Test func itsTimeOfDayIsThePresentOne() throws {
        var view = try OffscreenView(size: Size(width: 4, height: 4))
        var seen = Duration.zero
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        view.draw { seen = $0.timing.wallTime }
        #expect((0...60).contains(seen.components.seconds - Int64(now.tv_sec)))
    }

    @Test func aPainterOfADelegateDrawsItsFrames() throws {
        struct Bar: ViewPainter {
            var x = 0

            mutating func draw(on view: inout ExternalView) {
                view.fill(Rectangle(x: x, y: 0, width: 1, height: 1), with: .white)
                x += 1
                view.nextUpdate = .after(.seconds(x))
            }
        }
        final class Bars: PainterDelegate {
            func makePainter(for view: borrowing ExternalView) -> Bar { Bar(x: view.bounds.width / 2) }
        }
        let delegate = Bars()
        var view = try OffscreenView(size: Size(width: 8, height: 1))
        for frame in 0..<2 { #expect(try view.draw(by: delegate) == .after(.seconds(frame + 5))) }
        #expect(view.picture.pixels == [0, 0, 0, 0, 0xFFFFFF, 0xFFFFFF, 0, 0])
    }

    @Test func aCallOfADelegateWithPaintersEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            struct Nothing: ViewPainter {
                mutating func draw(on view: inout ExternalView) {}
            }
            final class Nothings: PainterDelegate {
                func makePainter(for view: borrowing ExternalView) -> Nothing { Nothing() }
            }
            let delegate = Nothings()
            var view = try OffscreenView(size: Size(width: 8, height: 1))
            view.draw { delegate.updateExternalView(&$0) }
        }
    }

    @Test func theAccessToAViewEndsWithTheCallThatItIsLentFor() async {
        await #expect(processExitsWith: .failure) {
            struct Kept: Drawable {
                let drawing: DrawingAccess
                let bounds: Rectangle
            }
            var kept: Kept?
            var view = try OffscreenView(size: Size(width: 8, height: 1))
            view.draw { kept = Kept(drawing: $0.drawing, bounds: $0.bounds) }
            kept?.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: .white)
        }
    }

    @Test func itReportsTheNextUpdateAndWhetherAnythingWasDrawn() throws {
        var view = try OffscreenView(size: Size(width: 4, height: 4))
        #expect(view.draw { _ in } == .nextRefresh)
        var wasDrawnOn = view.wasDrawnOn
        #expect(!wasDrawnOn)
        let next = view.draw { view in
            view.backgroundColor = .white
            view.nextUpdate = .whenNeeded
        }
        wasDrawnOn = view.wasDrawnOn
        #expect(next == .whenNeeded && wasDrawnOn)
        // Each call continues with the picture of the previous one.
        view.draw { $0.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: .black) }
        let picture = view.picture
        #expect(picture[0, 0] == .black && picture[3, 3] == .white)
    }

    @Test func itHasAScreenWithAModeOfItsSizeAndAContentOfItsOwn() throws {
        var contents: Set<ContentID> = []
        for size in [Size(width: 1, height: 1), Size(width: 1920, height: 1080)] {
            var view = try OffscreenView(size: size, name: "Sign-7")
            view.draw { view in
                #expect(view.bounds == Rectangle(x: 0, y: 0, width: size.width, height: size.height))
                #expect(view.screen.name == "Sign-7" && view.screen.currentMode?.size == size)
                #expect(view.screen.isConnected && view.screen.dark == nil)
                contents.insert(view.content)
            }
        }
        #expect(contents.count == 2)
    }

    @Test func theErrorOfTheBodyIsThrownAndItsFrameCounts() throws {
        struct Failure: Error {}
        var view = try OffscreenView(size: Size(width: 4, height: 4))
        var number: UInt64?
        #expect(throws: Failure.self) { try view.draw { (_: inout ExternalView) throws(Failure) in throw Failure() } }
        view.draw { number = $0.timing.number }
        #expect(number == 1)
    }

    @Test(arguments: [(0, 1), (1, 0), (-4, 4), (20_000, 4), (Int.max, Int.max)])
    func aSizeBeyondTheLimitsIsAnError(_ width: Int, _ height: Int) {
        let code: ScreenError.Code?
        do throws(ScreenError) {
            _ = try OffscreenView(size: Size(width: width, height: height))
            code = nil
        } catch {
            code = error.code
        }
        #expect(code == .invalidArgument)
    }
}
