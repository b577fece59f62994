import CLinux
import Glibc
import KMS
import Linux
import Testing

@testable import Screens

/// How a screen's thread sleeps and is woken.
@Suite struct FrameMailboxTests {
    private let mailbox = FrameMailbox()

    /// A descriptor that becomes readable when it is rung.
    private struct Bell: ~Copyable {
        let descriptor = OwnedDescriptor(adopting: eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))

        func ring() {
            var one: UInt64 = 1
            _ = write(descriptor.rawValue, &one, 8)
        }
    }

    @Test func whatWasPostedBeforeTheSleepEndsIt() {
        let bell = Bell()
        mailbox.post(.orders)
        mailbox.wait(until: nil)
        #expect(mailbox.wait(on: bell.descriptor.rawValue, until: nil) == [])
        #expect(mailbox.take() == .orders)
        #expect(mailbox.take() == [])
    }

    @Test func aDescriptorThatSpeaksEndsTheSleep() {
        let bell = Bell()
        bell.ring()
        #expect(mailbox.wait(on: bell.descriptor.rawValue, until: nil) == .input)
        #expect(mailbox.take() == [])
    }

    @Test func aDescriptorIsHeardHoweverOftenIsPosted() {
        let bell = Bell()
        bell.ring()
        mailbox.post(.orders)
        #expect(mailbox.wait(on: bell.descriptor.rawValue, until: nil) == .input)
        #expect(mailbox.take() == .orders)
    }

    @Test func theSleepEndsAtItsDeadline() {
        let bell = Bell()
        let deadline = MonotonicTime.now + 5_000_000
        #expect(mailbox.wait(on: bell.descriptor.rawValue, until: deadline) == [])
        mailbox.wait(until: deadline + 5_000_000)
        #expect(MonotonicTime.now >= deadline + 5_000_000)
        #expect(mailbox.wait(on: bell.descriptor.rawValue, until: deadline) == [], "it is over")
    }

    @Test func aPostWakesWhoSleepsEitherWay() async throws {
        for sleepsOnDescriptor in [false, true] {
            let mailbox = FrameMailbox()
            let signals = await withCheckedContinuation { continuation in
                let thread = Task.detached {
                    let bell = Bell()
                    var taken: FrameMailbox.Signals = []
                    while !taken.contains(.flipped) {
                        if sleepsOnDescriptor {
                            _ = mailbox.wait(on: bell.descriptor.rawValue, until: nil)
                        } else {
                            mailbox.wait(until: nil)
                        }
                        taken.formUnion(mailbox.take())
                    }
                    continuation.resume(returning: taken)
                }
                _ = thread
                for _ in 0..<100 { mailbox.post(.orders) }
                mailbox.post(FlipStamp(time: 5, sequence: 6), generation: mailbox.currentGeneration)
            }
            #expect(signals.contains([.orders, .flipped]))
            #expect(mailbox.flip == FlipStamp(time: 5, sequence: 6))
        }
    }

    @Test func aFlipOfAnotherGenerationIsDropped() {
        let late = mailbox.currentGeneration
        mailbox.beginGeneration()
        mailbox.post(FlipStamp(time: 5), generation: late)
        #expect(mailbox.take() == [])
        mailbox.post(FlipStamp(time: 6), generation: mailbox.currentGeneration)
        mailbox.beginGeneration()
        #expect(mailbox.take() == [], "nor does one count that came before")
    }

    @Test func aFlipOfACardThatWasOpenedBeforeIsDropped() {
        // Where the host opened it both read from the same file, and what was left there is read by the later one.
        let (former, later) = (MailboxPool(), MailboxPool())
        guard let old = former.lease(), let lease = later.lease() else {
            Issue.record("there are mailboxes")
            return
        }
        later.deliver(FlipStamp(time: 5), token: old.flipToken)
        #expect(lease.mailbox.take() == [])
        later.deliver(FlipStamp(time: 6), token: lease.flipToken)
        #expect(lease.mailbox.take() == .flipped)
    }

    @Test func generationsAndSignalsDoNotTouchEachOther() {
        let mailbox = FrameMailbox()
        mailbox.post(.orders)
        for _ in 0..<1000 { mailbox.beginGeneration() }
        let generation = mailbox.currentGeneration
        #expect(generation >= 1000)
        #expect(mailbox.take() == .orders)
        #expect(mailbox.currentGeneration == generation)
    }
}
