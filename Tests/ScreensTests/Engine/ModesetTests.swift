import Glibc
import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// A modeset is one commit that contains the first picture.
@Suite struct ModesetTests {
    private static let small = try? SimulatedMode(width: 64, height: 64, millihertz: 60_000)
    private static let faster = try? SimulatedMode(width: 64, height: 64, millihertz: 75_000)
    private static let large = try? SimulatedMode(width: 96, height: 64, millihertz: 60_000)

    /// The threads that call the delegate.
    private final class Threads: Sendable {
        let all = Mutex<[UInt]>([])
    }

    private struct Calls {
        let threads = Threads()
        let delegate: RecordingDelegate

        init(_ draw: @escaping @Sendable (inout ExternalView) -> Void = { $0.backgroundColor = .white }) {
            delegate = RecordingDelegate { [threads] view in
                threads.all.withLock { $0.append(UInt(pthread_self())) }
                draw(&view)
            }
        }
    }

    /// Starts a kit. In real time a modeset waits only a tenth of a second for its first picture, too short for a busy
    /// machine; with a manual clock it waits as long as the delegate takes.
    private func start(
        _ modes: [SimulatedMode?], screens: Int = 1, _ delegate: RecordingDelegate, card name: String = "simulated",
        clock: ManualClock? = nil
    ) async throws -> (kit: VideoKit, card: SimulatedCard) {
        let screen = SimulatedScreen(modes: modes.compactMap(\.self))
        let card = try SimulatedCard(name: name, screens: Array(repeating: screen, count: screens), clock: clock)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        return (kit, card)
    }

    private func set(_ mode: String, _ kit: VideoKit, screen: Int = 0) async throws -> ApplyOutcome {
        let id = try #require(kit.screens.dropFirst(screen).first?.id)
        var settings = try #require(kit.settings(of: id))
        settings.mode = ModePolicy(mode)
        return try await kit.apply(settings, to: id)
    }

    private func widths(_ card: SimulatedCard) -> [[Int]] {
        card.commits.map { commit in
            if case .modeset(let modes) = commit { modes.values.map(\.width).sorted() } else { [] }
        }
    }

    /// The call that draws the former mode has not returned: the next mode does not wait for it, because the screen
    /// keeps its thread.
    @Test func aModeIsSetWhileTheDelegateHangsInTheFormerOne() async throws {
        let gate = Gate()
        let isCalled = Mutex(false)
        let delegate = RecordingDelegate { _ in
            isCalled.withLock { $0 = true }
            gate.wait()
        }
        let modes = [Self.small, Self.large, Self.faster].compactMap(\.self)
        let card = FaultyCard(try SimulatedCard(screens: [SimulatedScreen(modes: modes)]))
        let shared = SharedState(VideoKit.Settings(), delegate: DelegateReference(delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        try await eventually("the delegate is called") { isCalled.withLock(\.self) }
        let screen = try #require(shared.screens.screens.first)
        for mode in ["96x64", "64x64@75"] {
            shared.displays.update(DisplayKey(screen)) { record in record.change { $0.mode = ModePolicy(mode) } }
            await session.reconcile()
            let current = shared.screens.screens.first?.currentMode
            #expect(current.map { "\($0)".hasPrefix(mode) } == true, "\(mode): \(String(describing: current))")
        }
        gate.open()
        await session.stop()
    }

    @Test func theFirstCommitHasTheFirstPicture() async throws {
        let calls = Calls()
        let (kit, card) = try await start([Self.small], calls.delegate, clock: ManualClock())
        // Right after the start, no screen is black.
        #expect(try card.picture(of: "Virtual-1")?[0, 0] == .white)
        #expect(widths(card) == [[64]])
        try await eventually("it counts as presented") { kit.statistics().first?.presented == 1 }
        await kit.stop()
        withExtendedLifetime(calls) {}
    }

    @Test func aModeChangeIsOneCommitWithItsFirstPicture() async throws {
        let calls = Calls()
        let (kit, card) = try await start([Self.small, Self.large], calls.delegate, clock: ManualClock())
        #expect(try await set("96x64", kit) == .set)
        #expect(try card.picture(of: "Virtual-1")?.size.width == 96 && card.picture(of: "Virtual-1")?[95, 0] == .white)
        #expect(widths(card) == [[64], [96]], "nothing was disabled before it")
        #expect(kit.statistics().map(\.modesets) == [2])
        await kit.stop()
        withExtendedLifetime(calls) {}
    }

    @Test(arguments: ["64x64@75", "96x64"]) func aModeChangeKeepsTheThread(_ mode: String) async throws {
        let calls = Calls()
        let (kit, card) = try await start([Self.small, Self.faster, Self.large], calls.delegate)
        _ = try await set(mode, kit)
        try await eventually("it is called in the new mode") {
            let count = calls.threads.all.withLock { $0.count }
            kit.setNeedsDisplay()
            return count > 3
        }
        #expect(Set(calls.threads.all.withLock { $0 }).count == 1)
        let contents = calls.delegate.contents.withLock { $0["Virtual-1"]?.count }
        #expect(contents == (mode == "96x64" ? 2 : 1), "another size is another content")
        await kit.stop()
        withExtendedLifetime(card) {}
    }

    @Test(arguments: ["64x64@75", "96x64"])
    func aSlowDelegateGetsATenthOfASecondAndThenTheBackgroundIsShown(_ mode: String) async throws {
        let isSlow = Mutex(false)
        let gate = Gate()
        defer { gate.open() }
        let (red, white) = (Color(rgb: 0xFF0000), Color(rgb: 0xFFFFFF))
        let calls = Calls { view in
            if isSlow.withLock(\.self) { gate.wait() }
            view.backgroundColor = red
            view.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: white)
        }
        let (kit, card) = try await start([Self.small, Self.faster, Self.large], calls.delegate)
        try await eventually("a frame is shown") { try card.picture(of: "Virtual-1")?[0, 0] == white }
        isSlow.withLock { $0 = true }
        let setting = Task { try await set(mode, kit) }
        try await eventually("the mode is set meanwhile") { kit.statistics().map(\.modesets) == [2] }
        let shown = try card.picture(of: "Virtual-1")
        #expect(shown?[0, 0] == red && shown?[63, 63] == red, "the background, and nothing of the picture")
        isSlow.withLock { $0 = false }
        gate.open()
        _ = try await setting.value
        try await eventually("the picture follows") { try card.picture(of: "Virtual-1")?[0, 0] == white }
        #expect(widths(card) == [[64], [mode == "96x64" ? 96 : 64]])
        await kit.stop()
    }

    @Test func severalScreensAreEnabledInOneCommit() async throws {
        let calls = Calls()
        let (kit, card) = try await start([Self.small], screens: 3, calls.delegate)
        #expect(widths(card) == [[64, 64, 64]])
        #expect(kit.screens.allSatisfy { $0.dark == nil })
        await kit.stop()
        withExtendedLifetime(calls) {}
    }

    @Test func aDriverThatRefusesSeveralAtOnceIsTriedOneByOne() async throws {
        let calls = Calls()
        let (kit, card) = try await start([], screens: 2, calls.delegate)
        card.refuseSeveral()
        for name in ["Virtual-1", "Virtual-2"] {
            card.replaceSilently(name, with: SimulatedScreen(modes: [Self.small].compactMap(\.self)))
        }
        card.announceHotplug()
        try await eventually("both are enabled") { kit.screens.allSatisfy { $0.dark == nil } }
        #expect(widths(card) == [[64], [64]])
        await kit.stop()
        withExtendedLifetime(calls) {}
    }

    @Test func aModeThatTheDriverRefusesLeavesTheScreenAlone() async throws {
        let calls = Calls()
        let (kit, card) = try await start([Self.small, Self.large], calls.delegate)
        card.refuse(try #require(Self.large))
        let pipe = card.pipe(of: "Virtual-1")
        let outcome = try await set("96x64", kit)
        let message = "Virtual-1: the driver refuses 96x64@60.000 (Invalid argument); it shows 64x64@60.000"
        #expect(outcome == .setOtherwise([SettingDeviation(.mode, instead: "64x64@60.000", message)]))
        #expect(card.pipe(of: "Virtual-1") === pipe && widths(card) == [[64]])
        #expect(try await set("64x64", kit) == .set)
        await kit.stop()
        withExtendedLifetime(calls) {}
    }

    /// 64x48@60, which the display does not list.
    private static let customLine = "4.80 64 72 80 800 48 49 50 100"

    @Test func aCustomModeThatTheDriverRefusesIsReportedAsRefused() async throws {
        let calls = Calls()
        let (kit, card) = try await start([Self.small, Self.large], calls.delegate)
        card.refuse(try SimulatedMode(width: 64, height: 48, millihertz: 60_000))
        let message = "Virtual-1: the driver refuses 64x48@60.000 (Invalid argument); it shows 64x64@60.000"
        let refused = ApplyOutcome.setOtherwise([SettingDeviation(.mode, instead: "64x64@60.000", message)])
        #expect(try await set(Self.customLine, kit) == refused)
        #expect(try await set(Self.customLine, kit) == refused, "it is tried again, since it is requested again")
        #expect(widths(card) == [[64]])
        await kit.stop()
        withExtendedLifetime(calls) {}
    }

    @Test func currentKeepsACustomModeWhileTheScreenIsOff() async throws {
        let calls = Calls()
        let (kit, card) = try await start([Self.small, Self.large], calls.delegate)
        let id = try #require(kit.screens.first?.id)
        #expect(try await set(Self.customLine, kit) == .set)
        #expect(try await set("current", kit) == .set)
        var settings = try #require(kit.settings(of: id))
        for isOn in [false, true] {
            settings.isOn = isOn
            #expect(try await kit.apply(settings, to: id) == .set)
        }
        #expect(try card.picture(of: "Virtual-1")?.size == Size(width: 64, height: 48))
        await kit.stop()
        withExtendedLifetime(calls) {}
    }

    @Test func aModeThatIsRefusedOnlyWhenItIsSetIsFollowedByTheNextOne() async throws {
        let calls = Calls()
        let modes = [Self.small, Self.large].compactMap(\.self)
        let screen = SimulatedScreen(modes: modes)
        let card = FaultyCard(try SimulatedCard(screens: [screen], clock: ManualClock()))
        card.commitRefusals.withLock {
            $0 = [ScreenError(.modeRefused, operation: "set", object: "it", errno: EINVAL)]
        }
        var settings = VideoKit.Settings()
        settings.mode = .largest
        // The settings use the clock of the card.
        settings.cards = .simulated(card.simulated)
        let shared = SharedState(settings, delegate: DelegateReference(calls.delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        #expect(try card.simulated.picture(of: "Virtual-1")?.size.width == 64)
        #expect(try card.simulated.picture(of: "Virtual-1")?[0, 0] == .white)
        #expect(shared.screens.connectors.map(\.dark) == [nil])
        #expect(Set(calls.threads.all.withLock { $0 }).count == 1)
        await session.stop()
    }

    /// A session that was never drawn for has the content of the session before it, whose call still runs.
    @Test func contentEndsAfterTheLastCallThoughAModesetInBetweenWasRefused() async throws {
        let isSlow = Mutex(false)
        let isCalled = Completion()
        let gate = Gate()
        defer { gate.open() }
        let calls = Calls { view in
            view.backgroundColor = .white
            guard isSlow.withLock(\.self), view.screen.name == "Virtual-1", view.bounds.width == 64 else { return }
            isCalled.signal()
            gate.wait()
        }
        let screen = SimulatedScreen(modes: [Self.large, Self.small, Self.faster].compactMap(\.self))
        let card = FaultyCard(try SimulatedCard(screens: [screen, screen]))
        var settings = VideoKit.Settings()
        settings.mode = try #require(ModePolicy("64x64@60"))
        let shared = SharedState(settings, delegate: DelegateReference(calls.delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        isSlow.withLock { $0 = true }
        await isCalled.wait()
        let content = try #require(calls.delegate.contents.withLock { $0["Virtual-1"]?.first })

        card.commitRefusals.withLock {
            $0 = [ScreenError(.modeRefused, operation: "set", object: "it", errno: EINVAL)]
        }
        let display = DisplayKey(try #require(shared.screens.screens.first))
        shared.displays.update(display) { $0.change { $0.mode = ModePolicy("64x64@75") } }
        await session.reconcile()
        #expect(try card.simulated.picture(of: "Virtual-1")?.size.width == 96, "the next mode, in another size")
        // This waits for another content that ends after it.
        try await eventually("it is drawn") { calls.delegate.contents.withLock { $0["Virtual-2"]?.first != nil } }
        let other = try #require(calls.delegate.contents.withLock { $0["Virtual-2"]?.first })
        try card.simulated.unplug("Virtual-2")
        await session.update()
        shared.displays.expire(at: .distantFuture)
        try await eventually("the other ends") { calls.delegate.ended.withLock { $0.contains(other) } }
        #expect(!calls.delegate.ended.withLock { $0.contains(content) }, "its call still runs")
        isSlow.withLock { $0 = false }
        gate.open()
        // With the other screen's CRTC, the refused mode is set: contents in between have ended, too.
        try await eventually("it ends") { calls.delegate.ended.withLock { $0.contains(content) } }
        await session.stop()
    }

    @Test func aCustomModeThatIsTooLargeForTheMemoryLeavesThePictureAlone() async throws {
        let calls = Calls()
        let card = FaultyCard(try SimulatedCard(screens: [.make(64, 64)]))
        let settings = VideoKit.Settings()
        let shared = SharedState(settings, delegate: DelegateReference(calls.delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        card.refusal.withLock { $0 = ScreenError(.modeRefused, operation: "set", object: "it", errno: ENOMEM) }
        let display = DisplayKey(try #require(shared.screens.screens.first))
        shared.displays.update(display) { $0.change { $0.mode = ModePolicy("9000x4000@30,cvt-rb2") } }
        await session.reconcile()
        #expect(card.simulated.commits.count == 1, "nothing was disabled")
        #expect(shared.screens.connectors.map(\.dark) == [nil])
        #expect(shared.enabled.statistics.first?.modesets == 1)
        await session.stop()
    }

    /// A card has many objects: a read takes an ioctl or two for each of its connectors, CRTCs and planes.
    @Test(arguments: [0, 1, 2])
    func theObjectsAreReadOnceForAllModesetsOfACommit(_ refusals: Int) async throws {
        let document = try HardwareDocuments.own("i915-laptop")
        let card = FaultyCard(try #require(try SimulatedCard.replaying(document).first))
        card.commitRefusals.withLock {
            $0 = Array(
                repeating: ScreenError(.modeRefused, operation: "set", object: "it", errno: EINVAL), count: refusals)
        }
        var settings = VideoKit.Settings()
        settings.selection = .all
        let calls = Calls()
        let shared = SharedState(settings, delegate: DelegateReference(calls.delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        #expect(
            card.modesetCount.withLock(\.self) == [2, 4, 5][refusals], "with fewer bits too; the panel has one mode")
        #expect(card.objectReads.withLock(\.self) == 1 + refusals, "a commit may have changed them")
        await session.stop()
    }

    @Test func theFirstPicturesOfABatchHaveATenthOfASecondTogether() {
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        var wait = ModesetBatch.PictureWait(by: .system)
        #expect(wait.deadline(at: start, isOwn: true) == start + 100_000_000)
        wait.ended(at: start + 60_000_000, begun: start)
        // This holds however long the refused commit took.
        let later = start + 5_000_000_000
        #expect(wait.deadline(at: later, isOwn: true) == later + 40_000_000)
        wait.ended(at: later + 41_000_000, begun: later)
        #expect(wait.deadline(at: later, isOwn: true) == later)
    }

    @Test func byAManualClockThePictureOfAnotherScreenIsNotWaitedFor() {
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        let wait = ModesetBatch.PictureWait(by: TimeSource(manual: ManualClock(at: start).stepped))
        #expect(wait.deadline(at: start, isOwn: true) == start + 10_000_000_000)
        #expect(wait.deadline(at: start, isOwn: false) == nil)
        #expect(ModesetBatch.PictureWait(by: .system).deadline(at: start, isOwn: false) == start + 100_000_000)
    }

    @Test func thePictureOfAnEarlierProcessStaysUntilTheFirstOneIsDrawn() {
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        let wait = ModesetBatch.PictureWait(by: .system, isPatient: true)
        #expect(wait.deadline(at: start, isOwn: true) == start + 10_000_000_000)
    }

    @Test func applyReturnsItsOutcome() async throws {
        let calls = Calls()
        let (kit, _) = try await start([Self.small], calls.delegate)
        let id = try #require(kit.screens.first?.id)
        var settings = ScreenSettings()
        settings.gamma = 2
        settings.colorTemperature = 5000
        #expect(try await kit.apply(settings, to: id) == .set, "the copy does it")
        settings.isOn = false
        #expect(try await kit.apply(settings, to: id) == .set)
        settings.isOn = true
        await kit.pause()
        guard case .notSet(let dark) = try await kit.apply(settings, to: id) else {
            Issue.record("it is paused")
            return
        }
        #expect(dark.reason == .sessionInactive)
        await kit.resume()
        #expect(try await kit.apply(settings, to: id) == .set)
        await kit.stop()
        guard case .notSet(let dark) = try await kit.apply(settings, to: try #require(kit.screens.first?.id)) else {
            Issue.record("it is stopped")
            return
        }
        #expect(dark.reason == .unused)
        withExtendedLifetime(calls) {}
    }

    @Test func settingsThatAreAppliedTogetherAreOneCommit() async throws {
        let calls = Calls()
        let (kit, card) = try await start([Self.small, Self.large], screens: 2, calls.delegate)
        let screens = kit.screens
        var settings = ScreenSettings()
        settings.mode = ModePolicy("96x64")
        var wrong = settings
        wrong.gamma = -1
        let none = ScreenID(card: "card7", connector: 1, session: 0, connection: 0)
        let outcomes = await kit.apply([screens[0].id: settings, screens[1].id: settings, none: settings])
        #expect(widths(card) == [[64, 64], [96, 96]])
        for screen in screens { #expect(try outcomes[screen.id]?.get() == .set) }
        #expect { try outcomes[none]?.get() } throws: { ($0 as? ScreenError)?.code == .noSuchScreen }

        settings.mode = ModePolicy("64x64")
        let mixed = await kit.apply([screens[0].id: settings, screens[1].id: wrong])
        #expect(widths(card).dropFirst(2) == [[64]], "a wrong setting keeps no other display from its own")
        #expect { try mixed[screens[1].id]?.get() } throws: { ($0 as? ScreenError)?.code == .invalidArgument }
        await kit.stop()
        #expect(await kit.apply([:]).isEmpty)
        withExtendedLifetime(calls) {}
    }

    @Test func settingsOfOneDisplayLeaveOtherCardsAlone() async throws {
        let screen = SimulatedScreen(modes: [Self.small, Self.large].compactMap(\.self))
        let cards = try ["one", "another"].map { try FaultyCard(SimulatedCard(name: $0, screens: [screen])) }
        let calls = Calls()
        let source = SeveralCards(cards)
        var settings = VideoKit.Settings()
        settings.selection = .all
        let shared = SharedState(settings, delegate: DelegateReference(calls.delegate))
        let session = try VideoSession(source: source, shared: shared)
        try await session.start()
        let screens = shared.screens.screens
        try #require(screens.count == 2)
        var large = ScreenSettings()
        large.mode = .largest
        let change: @Sendable () -> Void = { [large] in
            shared.displays.update(DisplayKey(screens[0])) { $0.configure(large) }
        }
        #expect(await session.apply(to: [screens[0]], change) == [screens[0].id: .set])
        for card in cards {
            #expect(card.simulated.commits.count == (card.path == screens[0].card ? 2 : 1))
        }
        await session.stop()
    }

    /// The driver was replaced, and the event of the removal was lost.
    @Test func aCardThatIsAddedAgainIsRead() async throws {
        let card = FaultyCard(try SimulatedCard(screens: [.make(64, 64)]))
        let calls = Calls()
        let source = SeveralCards([card])
        let settings = VideoKit.Settings()
        let shared = SharedState(settings, delegate: DelegateReference(calls.delegate))
        let session = try VideoSession(source: source, shared: shared)
        try await session.start()
        card.simulated.replaceSilently("Virtual-1", with: try .make(32, 32))
        source.add(card)
        try await eventually("the mode is set again") { try card.simulated.picture(of: "Virtual-1")?.size.width == 32 }
        await session.stop()
    }
}
