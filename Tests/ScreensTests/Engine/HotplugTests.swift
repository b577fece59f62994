import ScreensKMS
import TestSupport
import Testing

@testable import Screens

/// Events of cards without a difference, or about one connector.
@Suite struct HotplugTests {
    private let clock = ManualClock()
    private let delegate = RecordingDelegate()

    private func start(
        _ card: SimulatedCard, _ change: (inout VideoKit.Settings) -> Void = { _ in }
    ) async throws -> VideoKit {
        try await VideoKit.started(delegate, card) { settings in
            settings.selection = .all
            change(&settings)
        }
    }

    private func settle() { clock.advance(by: .milliseconds(1)) }

    private func replayed(_ document: String) throws -> SimulatedCard {
        try #require(try SimulatedCard.replaying(HardwareDocuments.own(document), clock: clock).first)
    }

    @Test func onlyTheConnectorThatTheKernelNamesIsProbed() async throws {
        let card = try replayed("i915-laptop")
        let all = card.snapshot.map { $0.connectors.map(\.name) } ?? []
        let kit = try await start(card)
        let before = card.probes
        #expect(before.allSatisfy { $0 == all })
        card.announceHotplug(of: "DP-1")
        settle()
        #expect(card.probes.dropFirst(before.count) == [["DP-1"]])
        card.announceHotplug()
        settle()
        #expect(card.probes.dropFirst(before.count) == [["DP-1"], all])
        await kit.stop()
    }

    @Test func onACardThatIsNotHeldOnlyThatConnectorIsProbed() async throws {
        let card = try replayed("i915-laptop")
        let kit = try await start(card) { $0.selection = .named(["HDMI-A-9"]) }
        let before = card.probes.count
        card.announceHotplug(of: "DP-1")
        settle()
        #expect(card.probes.dropFirst(before) == [["DP-1"]])
        #expect(!kit.screens.contains { !$0.isStale }, "not all were probed")
        await kit.stop()
    }

    @Test func aCardThatIsTakenAfterThatIsProbedForTheRest() async throws {
        let card = try replayed("i915-laptop")
        for name in ["DP-1", "eDP-1"] { try card.unplug(name) }
        let kit = try await start(card)
        let before = card.probes.count
        #expect(card.hardware.plugAgain() == "DP-1")
        card.announceHotplug(of: "DP-1")
        settle()
        #expect(card.probes.dropFirst(before).prefix(2) == [["DP-1"], ["eDP-1", "DP-2"]])
        #expect(kit.screens.map(\.name) == ["DP-1"] && kit.screens.first?.dark == nil)
        await kit.stop()
    }

    @Test(
        arguments: [
            (["DP-1", "DP-1"], [["DP-1"]]), (["eDP-1", "DP-1"], [["eDP-1", "DP-1"]]),
            (["DP-1", nil], [["eDP-1", "DP-1", "HDMI-A-1"]]), ([nil, "DP-1"], [["eDP-1", "DP-1", "HDMI-A-1"]]),
        ] as [([String?], [[String]])])
    func severalEventsAreOneProbe(_ names: [String?], _ expected: [[String]]) throws {
        let card = try replayed("i915-laptop")
        let connectors = try #require(card.snapshot?.connectors)
        let scopes = names.map { name in
            HotplugScope(connector: connectors.first { $0.name == name }?.id.rawValue)
        }
        let pending = PendingHotplug()
        #expect(scopes.map(pending.add) == [true, false])
        let probed =
            switch pending.take() {
            case .all: connectors.map(\.name)
            case .only(let ids): connectors.filter { ids.contains($0.id) }.map(\.name)
            case .unprobed: []
            }
        #expect([probed.count] == expected.map(\.count))
        #expect(pending.add(.all), "they were taken")
    }

    // MARK: Links that may have lost their scrambling

    /// A mode above 340 MHz, and one below it, which no display lists.
    private static let fast = "594.00 3840 4016 4104 4400 2160 2168 2178 2250 +hsync +vsync"
    private static let slow = "297.00 3840 4016 4104 4400 2160 2168 2178 2250 +hsync +vsync"

    @Test(arguments: [
        ("vc4-board", "HDMI-A-1", fast, 1), ("vc4-board", "HDMI-A-1", slow, 0), ("i915-laptop", "DP-1", fast, 0),
    ])
    func aPulseOfAFastHDMILinkLeadsToOneModeset(
        _ document: String, _ connector: String, _ mode: String, _ expected: Int
    ) async throws {
        let card = try replayed(document)
        let kit = try await start(card) {
            $0.selection = .named([connector])
            $0.mode = ModePolicy(mode) ?? .preferred
        }
        #expect(
            kit.screens.first { $0.name == connector }?.currentMode?.timings.clock
                == UInt32(mode == Self.fast ? 594_000 : 297_000))
        let before = card.commits.count
        for _ in 0..<3 {
            card.announceHotplug(of: connector)
            clock.advance(by: .seconds(1))
        }
        #expect(card.commits.count == before + expected, "the modeset may be the cause of the events after it")
        clock.advance(by: .seconds(61))
        card.announceHotplug(of: connector)
        settle()
        #expect(card.commits.count == before + 2 * expected, "another one, much later")
        await kit.stop()
    }

    /// 297 MHz is 4K at 30 Hz.
    @Test(arguments: [("8", 1), ("12", 2)])
    func moreBitsForAColourMakeAFasterLink(_ bits: String, _ commits: Int) async throws {
        let card = try replayed("vc4-board")
        let kit = try await start(card) {
            $0.selection = .named(["HDMI-A-1"])
            $0.mode = ModePolicy(Self.slow) ?? .preferred
            $0.properties = ["max bpc": bits]
        }
        card.announceHotplug(of: "HDMI-A-1")
        settle()
        #expect(card.commits.count == commits)
        await kit.stop()
    }

    @Test func anEventWithoutANameCountsIfNothingHasChanged() async throws {
        let card = try replayed("vc4-board")
        let kit = try await start(card) {
            $0.selection = .named(["HDMI-A-1"])
            $0.mode = ModePolicy(Self.fast) ?? .preferred
        }
        card.announceHotplug()
        settle()
        #expect(card.commits.count == 2)
        await kit.stop()
    }

    /// One such property is of content protection: the link is unchanged, and nothing must be probed.
    @Test func aPropertyThatTheKernelChangesLeadsToNoModesetAndNoProbe() async throws {
        let card = try replayed("vc4-board")
        let kit = try await start(card) {
            $0.selection = .named(["HDMI-A-1"])
            $0.mode = ModePolicy(Self.fast) ?? .preferred
        }
        let probes = card.probes.count
        card.announce(.propertyChange)
        settle()
        #expect(card.commits.count == 1 && card.probes.count == probes)
        card.announce(.propertyChange)
        card.announceHotplug(of: "HDMI-A-1")
        settle()
        #expect(card.commits.count == 2 && card.probes.dropFirst(probes) == [["HDMI-A-1"]])
        await kit.stop()
    }

    @Test func aLinkIsRenewedOnceInAMinuteOfEvents() {
        var renewal = LinkRenewal()
        let times: [Int64] = [0, 1, 50, 100, 160, 221, 222]
        let due = times.filter { renewal.isDue(at: MonotonicTime(nanoseconds: $0 * 1_000_000_000)) }
        #expect(due == [0, 221], "each event restarts the minute")
    }

    // MARK: Sleep of the machine

    @Test func afterSleepTheCardIsProbedAndEverythingShownIsSetAgain() async throws {
        let card = try replayed("i915-laptop")
        let kit = try await start(card)
        let (probes, pipe) = (card.probes.count, card.pipe(of: "eDP-1"))
        card.announceWake()
        settle()
        #expect(card.commits.count == 2 && card.probes.count == probes + 1)
        #expect(card.pipe(of: "eDP-1") != nil && card.pipe(of: "eDP-1") !== pipe)
        #expect(kit.screens.filter { $0.dark == nil }.count == 2)
        await kit.stop()
    }

    @Test func aDisplayThatWasPluggedDuringSleepIsFound() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [.make(64, 64)], clock: clock)
        let kit = try await VideoKit.started(RecordingDelegate(), card)
        card.replaceSilently("Virtual-1", with: try .make(32, 32))
        card.announceWake()
        clock.settle()
        #expect(try card.picture(of: "Virtual-1")?.size.width == 32)
        await kit.stop()
    }

    // MARK: A reset of the GPU

    @Test func afterAResetEverythingShownIsSetAgainInOneCommit() async throws {
        let card = try replayed("i915-laptop")
        let kit = try await start(card)
        let pipes = ["eDP-1", "DP-1"].map { card.pipe(of: $0) }
        #expect(card.commits.count == 1)
        card.announce(.reset)
        settle()
        #expect(card.commits.count == 2)
        for (name, pipe) in zip(["eDP-1", "DP-1"], pipes) {
            #expect(card.pipe(of: name) != nil && card.pipe(of: name) !== pipe)
        }
        #expect(kit.screens.filter { $0.dark == nil }.count == 2)
        await kit.stop()
    }
}
