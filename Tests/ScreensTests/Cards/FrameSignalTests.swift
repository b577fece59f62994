import CScreensLinux
import Glibc
import ScreensKMS
import ScreensLinux
import TestSupport
import Testing

@testable import Screens

/// The sleeping and waking of a screen's thread.
@Suite struct FrameSignalTests {
    private let signal = FrameSignal()

    /// A descriptor that becomes readable at a post.
    private struct TestEvent: ~Copyable {
        let descriptor = OwnedDescriptor(adopting: eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))

        func post() {
            var one: UInt64 = 1
            _ = write(descriptor.rawValue, &one, 8)
        }
    }

    @Test func aPostBeforeTheSleepEndsIt() {
        let event = TestEvent()
        signal.post(.changes)
        signal.wait(until: nil)
        #expect(signal.wait(on: event.descriptor.rawValue, until: nil) == [])
        #expect(signal.take() == .changes)
        #expect(signal.take() == [])
    }

    @Test func aDescriptorThatSpeaksEndsTheSleep() {
        let event = TestEvent()
        event.post()
        #expect(signal.wait(on: event.descriptor.rawValue, until: nil) == .input)
        #expect(signal.take() == [])
    }

    @Test func aDescriptorIsServedHoweverManyJobsArePosted() {
        let event = TestEvent()
        event.post()
        signal.post(.changes)
        #expect(signal.wait(on: event.descriptor.rawValue, until: nil) == .input)
        #expect(signal.take() == .changes)
    }

    @Test func theSleepEndsAtItsDeadline() {
        let event = TestEvent()
        let deadline = MonotonicTime.now + 5_000_000
        #expect(signal.wait(on: event.descriptor.rawValue, until: deadline) == [])
        signal.wait(until: deadline + 5_000_000)
        #expect(MonotonicTime.now >= deadline + 5_000_000)
        #expect(signal.wait(on: event.descriptor.rawValue, until: deadline) == [], "it is over")
    }

    /// The kernel ends a `ppoll` of a minute some refreshes late.
    @Test func aLongSleepSetsATimer() async throws {
        let event = TestEvent()
        let file = event.descriptor.rawValue
        let sleeper = Task.detached { [signal] in signal.wait(on: file, until: .now.advanced(by: .seconds(5000))) }
        try await eventually("a timer is set to the deadline") {
            let files = SystemFile.names(in: "/proc/self/fdinfo")
            return files.contains { (SystemFile.text("/proc/self/fdinfo/\($0)") ?? "").contains("it_value: (49") }
        }
        signal.post(.changes)
        #expect(await sleeper.value == [])
        event.post()
    }

    /// A frame in flight has the deadline of a lost flip, and its sleep ends long before it.
    @Test func aLongSleepSetsNoTimerIfItsEndMayBeLate() {
        let event = TestEvent()
        let file = event.descriptor.rawValue
        event.post()
        for isExact in [false, true] {
            let deadline = MonotonicTime.now.advanced(by: .seconds(7000))
            #expect(signal.wait(on: file, until: deadline, isExact: isExact) == .input)
            let files = SystemFile.names(in: "/proc/self/fdinfo")
            let hasTimer = files.contains {
                (SystemFile.text("/proc/self/fdinfo/\($0)") ?? "").contains("it_value: (69")
            }
            #expect(hasTimer == isExact)
        }
    }

    @Test func aLongSleepEndsAtItsDeadline() {
        let event = TestEvent()
        for _ in 0..<2 {
            let deadline = MonotonicTime.now + DescriptorPoll.timedWait + 50_000_000
            #expect(signal.wait(on: event.descriptor.rawValue, until: deadline) == [])
            #expect(MonotonicTime.now >= deadline)
        }
    }

    @Test func aPostWakesEitherWayOfSleeping() async throws {
        for sleepsOnDescriptor in [false, true] {
            let signal = FrameSignal()
            let signals = await withCheckedContinuation { continuation in
                let thread = Task.detached {
                    let event = TestEvent()
                    var taken: FrameSignal.Signals = []
                    while !taken.contains(.flipped) {
                        if sleepsOnDescriptor {
                            _ = signal.wait(on: event.descriptor.rawValue, until: nil)
                        } else {
                            signal.wait(until: nil)
                        }
                        taken.formUnion(signal.take())
                    }
                    continuation.resume(returning: taken)
                }
                _ = thread
                for _ in 0..<100 { signal.post(.changes) }
                signal.post(FlipStamp(time: 5, sequence: 6), generation: signal.currentGeneration)
            }
            #expect(signals.contains([.changes, .flipped]))
            #expect(signal.flip == FlipStamp(time: 5, sequence: 6))
        }
    }

    @Test func aFlipOfAnotherGenerationIsDropped() {
        let late = signal.currentGeneration
        signal.beginGeneration()
        signal.post(FlipStamp(time: 5), generation: late)
        #expect(signal.take() == [])
        signal.post(FlipStamp(time: 6), generation: signal.currentGeneration)
        signal.beginGeneration()
        #expect(signal.take() == [], "nor does one count that came before")
    }

    @Test func aFlipOfACardThatWasOpenedBeforeIsDropped() {
        // If the host opened the descriptor, both read from the same file, and the later one reads what the former
        // left.
        let (former, later) = (SignalPool(), SignalPool())
        guard let old = former.lease(), let lease = later.lease() else {
            Issue.record("there are signals")
            return
        }
        later.deliver(FlipStamp(time: 5), token: old.tokens.current)
        #expect(lease.signal.take() == [])
        later.deliver(FlipStamp(time: 6), token: lease.tokens.current)
        #expect(lease.signal.take() == .flipped)
    }

    @Test func generationsAndSignalsDoNotTouchEachOther() {
        let signal = FrameSignal()
        signal.post(.changes)
        for _ in 0..<1000 { signal.beginGeneration() }
        let generation = signal.currentGeneration
        #expect(generation >= 1000)
        #expect(signal.take() == .changes)
        #expect(signal.currentGeneration == generation)
    }
}
