import ScreensLinux
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents

struct SequenceContentTests {
    /// The contents of a sequence in the order in which they were made.
    @MainLoop
    private final class Entries {
        private(set) var outputs: [ContentOutput] = []
        private(set) var circumstances: [Circumstances] = []

        nonisolated init() {}

        func make(on output: ContentOutput) -> any Content {
            outputs.append(output)
            return Entry { self.circumstances.append($0) }
        }

        /// Lets a content show a colour.
        func show(_ number: Int, _ color: Color) {
            outputs[number].show(ColorContent(color))
            outputs[number].report(.shown)
        }

        func fail(_ number: Int) {
            outputs[number].report(.failed(SequenceContentTests.problem))
        }
    }

    @MainLoop
    private final class Entry: Content {
        private let onUpdate: @MainLoop (Circumstances) -> Void

        init(_ onUpdate: @escaping @MainLoop (Circumstances) -> Void) {
            self.onUpdate = onUpdate
        }

        func update(_ circumstances: Circumstances) { onUpdate(circumstances) }
    }

    private static let problem = ContentProblem(path: "/srv", reason: "it is gone")

    private let entries = Entries()
    private let recorder = ContentRecorder()
    private let start = MonotonicTime.now

    init() { MainLoop.thread }

    @MainLoop
    private func sequence(every interval: Duration = .seconds(60), fade: Duration = .zero) -> SequenceContent {
        SequenceContent(every: interval, fade: fade, on: recorder.output, onPicture: { _ in }, makeNext: entries.make)
    }

    private func sample(_ seconds: Int, isOff: Bool = false, use: Circumstances.Use = .free) -> Circumstances {
        Circumstances(
            now: start.advanced(by: .seconds(seconds)), size: Size(width: 64, height: 48), isOff: isOff, use: use)
    }

    /// Updates a sequence at the time of its next change.
    @MainLoop
    private func update(_ sequence: SequenceContent) throws {
        var circumstances = sample(0)
        circumstances.now = try #require(sequence.nextChange)
        sequence.update(circumstances)
    }

    /// The colour that is drawn now.
    @MainLoop
    private func color() throws -> UInt32? {
        let easel = Easel(2, 1, try #require(recorder.shown.last))
        easel.draw()
        return easel.picture.pixels.first
    }

    @Test @MainLoop func eachContentComesAtItsTimeAndTheOneBeforeStaysUntilItIsShown() throws {
        let sequence = sequence()
        sequence.update(sample(0))
        #expect(recorder.takeStates() == [.waiting])
        #expect(entries.outputs.count == 1)
        // The content before it stays.
        #expect(recorder.shown.isEmpty)
        #expect(sequence.nextChange == sample(60).now)

        entries.show(0, .white)
        #expect(recorder.takeStates() == [.shown])
        #expect(try color() == Color.white.rgb)

        sequence.update(sample(59))
        #expect(entries.outputs.count == 1)
        sequence.update(sample(60))
        #expect(entries.outputs.count == 2)
        #expect(sequence.nextChange == sample(120).now)
        // It is not ready yet.
        entries.outputs[1].show(ColorContent(.black))
        #expect(try color() == Color.white.rgb)
        entries.outputs[1].report(.shown)
        #expect(try color() == Color.black.rgb)
        // The screen has had one drawing for all of them.
        #expect(recorder.shown.count == 1)
    }

    @Test @MainLoop func anEntryThatTakesLongerThanItsTimeIsNotBegunTwice() throws {
        let sequence = sequence()
        for minute in 0..<3 { sequence.update(sample(minute * 60)) }
        #expect(entries.outputs.count == 1)
        #expect(entries.circumstances == (0..<3).map { sample($0 * 60) })
        entries.show(0, .white)
        sequence.update(sample(180))
        #expect(entries.outputs.count == 2)
    }

    @Test(arguments: [true, false]) @MainLoop
    func onlyTheFirstBeginsWhileNothingIsVisible(isOff: Bool) throws {
        let use = isOff ? Circumstances.Use.free : .drawn
        let sequence = sequence()
        sequence.update(sample(0, isOff: isOff, use: use))
        entries.show(0, .white)
        sequence.update(sample(60, isOff: isOff, use: use))
        #expect(entries.outputs.count == 1)
        sequence.update(sample(120))
        #expect(entries.outputs.count == 2)
    }

    @Test @MainLoop func anEntryWithoutAPictureLeavesTheFormerOne() throws {
        let sequence = sequence()
        sequence.update(sample(0))
        entries.show(0, .white)
        sequence.update(sample(60))
        entries.outputs[1].report(.shown)
        #expect(recorder.states.last == .shown)
        #expect(try color() == Color.white.rgb)
        // The former entries are over.
        entries.show(0, .black)
        #expect(try color() == Color.white.rgb)
    }

    @Test @MainLoop func aFailureKeepsThePictureAndIsTriedAgain() throws {
        let sequence = sequence(every: .seconds(3600))
        sequence.update(sample(0))
        entries.fail(0)
        #expect(recorder.takeStates() == [.waiting, .failed(Self.problem)])
        #expect(!sequence.isCurrent)
        #expect(try #require(sequence.nextChange) < sample(3600).now)

        try update(sequence)
        entries.show(1, .white)
        #expect(sequence.isCurrent)
        try update(sequence)
        entries.outputs[2].omit([ContentOmission(place: "/srv", count: "1 of 2", first: "it is empty")])
        #expect(recorder.omissions.count == 1)
        entries.fail(2)
        #expect(recorder.takeStates() == [.shown, .former(Self.problem)])
        #expect(recorder.omissions.isEmpty)
        #expect(try color() == Color.white.rgb)
    }

    @Test @MainLoop func theNextOneMayBeginBeforeItsTime() throws {
        let sequence = sequence(every: .seconds(3600))
        sequence.advance()
        #expect(entries.outputs.isEmpty)
        sequence.update(sample(0))
        entries.show(0, .white)
        sequence.advance()
        #expect(entries.outputs.count == 2)
    }

    /// A picture may come after the content has listed the folder, and before that content fails.
    @Test @MainLoop func aRequestDuringAContentThatFailsBeginsAnother() {
        let sequence = sequence(every: .seconds(3600))
        sequence.update(sample(0))
        sequence.advance()
        #expect(entries.outputs.count == 1)
        entries.fail(0)
        #expect(entries.outputs.count == 2)
        entries.fail(1)
        #expect(entries.outputs.count == 2)
    }

    @Test @MainLoop func aContentThatIsMadeReadyEarlyHasItsTimeFromTheTurnOn() throws {
        let sequence = sequence()
        var circumstances = sample(0)
        circumstances.start = sample(20).now
        sequence.update(circumstances)
        #expect(sequence.nextChange == sample(80).now)
        // The folder is reported before the first picture is there.
        sequence.advance()
        #expect(sequence.nextChange == sample(80).now)
    }

    @Test @MainLoop func aSequenceInsideOfAnotherFades() throws {
        let (outer, inner) = (ShownEntry(), ShownEntry())
        inner.show(ColorContent(.black), fade: .seconds(2))
        outer.show(CrossFadeContent(inner), fade: .zero)
        let easel = Easel(1, 1, CrossFadeContent(outer))
        func draw(at seconds: Int) -> UInt32 {
            easel.draw(at: MonotonicTime.zero.advanced(by: .seconds(seconds)))
            return easel.picture.pixels[0]
        }
        #expect(draw(at: 1) == 0)
        inner.show(ColorContent(.white), fade: .seconds(2))
        #expect(draw(at: 2) == 0 && easel.next == .nextRefresh)
        #expect([0x7F7F7F, 0x808080].contains(draw(at: 3)))
        #expect(draw(at: 4) == Color.white.rgb)
    }

    @Test @MainLoop func eachContentFadesIntoTheNextOne() throws {
        let entry = ShownEntry()
        entry.show(ColorContent(.black), fade: .seconds(2))
        let easel = Easel(1, 1, CrossFadeContent(entry))
        func draw(at seconds: Int) -> UInt32 {
            easel.draw(at: MonotonicTime.zero.advanced(by: .seconds(seconds)))
            return easel.picture.pixels[0]
        }
        #expect(draw(at: 1) == 0)
        #expect(easel.next == .whenNeeded)
        entry.show(ColorContent(.white), fade: .seconds(2))
        #expect(draw(at: 2) == 0)
        #expect(easel.next == .nextRefresh)
        #expect([0x7F7F7F, 0x808080].contains(draw(at: 3)))
        #expect(draw(at: 4) == Color.white.rgb)
        #expect(easel.next == .whenNeeded)
    }
}
