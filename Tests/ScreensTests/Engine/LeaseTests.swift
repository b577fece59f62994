import Glibc
import ScreensKMS
import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Screens that another program has leased.
@Suite struct LeaseTests {
    private let clock = ManualClock()
    private let delegate = RecordingDelegate()
    private let player = Lessee(name: "mpv", processID: 12)

    private func start(_ card: SimulatedCard) async throws -> VideoKit {
        try await VideoKit.started(delegate, card) { $0.selection = .all }
    }

    private func card(_ count: Int = 2) throws -> SimulatedCard {
        try SimulatedCard(screens: .init(repeating: .make(64, 64), count: count), clock: clock)
    }

    private func screen(_ kit: VideoKit, _ name: String = "Virtual-1") throws -> Screen {
        try #require(kit.screens.first { $0.name == name })
    }

    private func frames(_ name: String) -> Int { delegate.frames.withLock { $0[name]?.count ?? 0 } }

    @Test func aLeasedScreenIsNotDrawnAndTheOthersGoOn() async throws {
        let card = try card()
        let kit = try await start(card)
        clock.advance(refreshes: 3)
        let lease = try await kit.lease(screen(kit).id, to: player)
        let leased = try screen(kit)
        #expect(leased.lessee == player && leased.dark == nil && leased.layout == nil)
        #expect(leased.currentMode?.width == 64)
        let (first, second) = (frames("Virtual-1"), frames("Virtual-2"))
        clock.advance(refreshes: 10)
        #expect(frames("Virtual-1") == first && frames("Virtual-2") >= second + 9)
        #expect(try card.picture(of: "Virtual-1") != nil, "the last picture stays for the program")
        await lease.end()
        await kit.stop()
    }

    @Test func itComesBackWithItsContent() async throws {
        let card = try card(1)
        let kit = try await start(card)
        clock.advance(refreshes: 3)
        let lease = try await kit.lease(screen(kit).id, to: player)
        let commits = card.commits.count
        await lease.end()
        let back = try screen(kit)
        #expect(back.lessee == nil && back.layout != nil && back.dark == nil)
        #expect(card.commits.dropFirst(commits) == [.modeset(["Virtual-1": back.currentMode!])], "nothing is disabled")
        clock.advance(refreshes: 3)
        #expect(delegate.contents.withLock { $0["Virtual-1"]?.count } == 1)
        await lease.end()
        #expect(try screen(kit).layout != nil, "a second end does nothing")
        await kit.stop()
    }

    @Test func itGoesToTheNextProgramWithoutOurPictureBetween() async throws {
        let card = try card(1)
        let kit = try await start(card)
        var former: ScreenLease? = try await kit.lease(screen(kit).id, to: player)
        let commits = card.commits.count
        let browser = Lessee(name: "cage", processID: 13)
        let next = try await #require(former).handOver(to: browser)
        #expect(try screen(kit).lessee == browser)
        close(try next.makeDescriptor())
        // The end of the former lease means nothing now.
        await former?.end()
        former = nil
        clock.advance(by: .seconds(1))
        #expect(try screen(kit).lessee == browser && card.commits.count == commits)
        await next.end()
        #expect(try screen(kit).lessee == nil && screen(kit).layout != nil)
        await kit.stop()
    }

    @Test func anEndedLeaseCannotBeHandedOver() async throws {
        let kit = try await start(card(1))
        let lease = try await kit.lease(screen(kit).id, to: player)
        await lease.end()
        await #expect {
            try await lease.handOver(to: player)
        } throws: {
            ($0 as? ScreenError)?.code == .cardLost
        }
        #expect(try screen(kit).lessee == nil && screen(kit).layout != nil)
        await kit.stop()
    }

    /// A program may have disabled the CRTC.
    @Test func aScreenThatIsDarkComesBackFirst() async throws {
        let card = try card(1)
        let kit = try await start(card)
        let lease = try await kit.lease(screen(kit).id, to: player)
        card.pipe(of: "Virtual-1")?.disableFromOutside()
        await #expect {
            try await lease.handOver(to: player)
        } throws: {
            ($0 as? ScreenError)?.code == .modeRefused
        }
        #expect(try screen(kit).lessee == nil && screen(kit).layout != nil, "our picture is shown")
        await kit.stop()
    }

    /// The kit's picture comes only when a call of the delegate from before the lease has returned.
    @Test func aFailedHandOverWaitsForARunningCallOfTheDelegate() async throws {
        let (holds, hasBegun, hasReturned) = (Completion(), Completion(), Completion())
        let gate = Gate()
        let delegate = RecordingDelegate { _ in
            guard holds.isDone, !hasBegun.isDone else { return }
            hasBegun.signal()
            gate.wait()
            hasReturned.signal()
        }
        // The test runs in real time: a clock that is advanced would wait for the call.
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let kit = try await VideoKit.started(delegate, card)
        holds.signal()
        kit.setNeedsDisplay()
        await hasBegun.wait()
        let lease = try await kit.lease(screen(kit).id, to: player)
        card.pipe(of: "Virtual-1")?.disableFromOutside()
        Task {
            try await eventually("the lease is over") { try screen(kit).lessee == nil }
            gate.open()
        }
        await #expect(throws: ScreenError.self) { try await lease.handOver(to: player) }
        #expect(hasReturned.isDone)
        #expect(try screen(kit).lessee == nil && screen(kit).layout != nil, "our picture is shown")
        await kit.stop()
    }

    @Test func itEndsWhenItIsReleased() async throws {
        let kit = try await start(card(1))
        var lease: ScreenLease? = try await kit.lease(screen(kit).id, to: player)
        #expect(try screen(kit).lessee != nil && lease != nil)
        lease = nil
        try await eventually("our picture is back") { try screen(kit).layout != nil }
        await kit.stop()
    }

    @Test func aDescriptorIsACopyAsLongAsTheLeaseLasts() async throws {
        let kit = try await start(card(1))
        let lease = try await kit.lease(screen(kit).id, to: player)
        let copies = try [lease.makeDescriptor(), lease.makeDescriptor()]
        #expect(copies[0] != copies[1] && copies.allSatisfy { fcntl($0, F_GETFD) == FD_CLOEXEC })
        for copy in copies { close(copy) }
        await lease.end()
        #expect { try lease.makeDescriptor() } throws: { ($0 as? ScreenError)?.code == .cardLost }
        await kit.stop()
    }

    @Test func settingsWaitForItsEnd() async throws {
        let card = try card(1)
        let kit = try await start(card)
        let id = try screen(kit).id
        let lease = try await kit.lease(id, to: player)
        let before = card.commits.count
        var settings = ScreenSettings()
        settings.orientation = .clockwise
        let outcome = try await kit.apply(settings, to: id)
        guard case .notSet(let why) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(why.message.contains("'mpv' (process 12)"))
        settings.isOn = false
        try await kit.apply(settings, to: id)
        #expect(card.commits.count == before)
        await lease.end()
        #expect(try screen(kit).dark?.reason == .off && card.picture(of: "Virtual-1") == nil)
        await kit.stop()
    }

    @Test func anUnpluggedScreenStaysLeased() async throws {
        let card = try card()
        let kit = try await start(card)
        let lease = try await kit.lease(screen(kit).id, to: player)
        let before = card.commits.count
        try card.unplug("Virtual-1")
        clock.advance(by: .seconds(100))
        let connector = try #require(kit.connectors.first { $0.name == "Virtual-1" })
        #expect(connector.lessee == player && connector.dark?.reason == .disconnected)
        try card.plug(.make(64, 64))
        clock.advance(by: .seconds(1))
        #expect(try screen(kit).lessee == player && card.commits.count == before)
        await lease.end()
        #expect(try screen(kit).layout != nil)
        await kit.stop()
    }

    @Test func aPauseKeepsIt() async throws {
        let kit = try await start(card())
        let lease = try await kit.lease(screen(kit).id, to: player)
        await kit.pause()
        #expect(try screen(kit).lessee == player && screen(kit).dark?.reason == .sessionInactive)
        await kit.resume()
        #expect(try screen(kit).lessee == player && screen(kit).dark == nil)
        #expect(try screen(kit, "Virtual-2").layout != nil)
        await kit.pause()
        await lease.end()
        #expect(try screen(kit).lessee == nil)
        await kit.resume()
        #expect(try screen(kit).layout != nil)
        await kit.stop()
    }

    @Test func anotherMasterEndsIt() async throws {
        let card = try card()
        let kit = try await start(card)
        let lease = try await kit.lease(screen(kit).id, to: player)
        card.beginOtherMaster()
        // The next flip of the other screen detects it.
        delegate.color.withLock { $0 = Color(rgb: 0x445566) }
        clock.advance(refreshes: 3)
        #expect(try screen(kit).lessee == nil && screen(kit).dark?.reason == .notMaster)
        card.endOtherMaster()
        clock.advance(by: .seconds(11))
        #expect(try screen(kit).layout != nil)
        await lease.end()
        await kit.stop()
    }

    @Test func aStopTakesItBack() async throws {
        let card = try card()
        let kit = try await start(card)
        let lease = try await kit.lease(screen(kit).id, to: player)
        await kit.stop()
        #expect(kit.screens.allSatisfy { $0.lessee == nil })
        #expect(try card.picture(of: "Virtual-1") == nil)
        await lease.end()
    }

    @Test func screensThatCannotBeLentAreRefused() async throws {
        let card = try card()
        let kit = try await start(card)
        let (first, second) = (try screen(kit).id, try screen(kit, "Virtual-2").id)
        let lease = try await kit.lease(first, to: player)
        func code(_ screen: ScreenID) async -> ScreenError.Code? {
            do {
                _ = try await kit.lease(screen, to: player)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await code(first) == .busy)
        var off = ScreenSettings()
        off.isOn = false
        try await kit.apply(off, to: second)
        #expect(await code(second) == .dark)
        try card.unplug("Virtual-2")
        clock.advance(by: .seconds(1))
        #expect(await code(second) == .noSuchScreen)
        await lease.end()
        await kit.stop()
        #expect(await code(first) != nil)
    }
}
