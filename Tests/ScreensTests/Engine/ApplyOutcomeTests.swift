import Synchronization
import TestSupport
import Testing

@testable import Screens

/// The answer to a caller that applied settings.
@Suite struct ApplyOutcomeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        enum Answer: Sendable, Equatable {
            case set
            case otherwise(SettingDeviation.Setting, instead: String?)
            case notSet(DarkReason, String)
        }

        enum Access: Sendable {
            case driven, paused, observed, heldByAnotherProgram
        }

        let testDescription: String
        var access = Access.driven
        var connector: @Sendable (ConnectorState) -> ConnectorState = { $0 }
        var abilities = SimulatedAbilities()
        var selection = ScreenSelection.all
        var settings = ScreenSettings()
        let answer: Answer

        init(_ name: String, _ answer: Answer, _ change: (inout Case) -> Void) {
            testDescription = name
            self.answer = answer
            change(&self)
        }
    }

    private static let headset: @Sendable (ConnectorState) -> ConnectorState = {
        .make($0.id, kind: .nonDesktop)
    }

    private static let cases: [Case] = [
        Case("a connector without a display", .notSet(.disconnected, "no display is plugged in")) {
            $0.connector = { .make($0.id, .disconnected, modes: []) }
        },
        Case("another program shows a picture, and nothing is driven here", .notSet(.unused, "only observed")) {
            $0.access = .observed
            $0.connector = { .make($0.id, current: .make(0, 640, 480, 60)) }
        },
        Case("another master", .notSet(.notMaster, "another program is its master")) {
            $0.access = .heldByAnotherProgram
        },
        Case("another master, and it is to be off", .set) {
            $0.access = .heldByAnotherProgram
            $0.settings.isOn = false
        },
        Case("another master, and it is not selected", .set) {
            $0.access = .heldByAnotherProgram
            $0.selection = .none
        },
        Case("a pause", .notSet(.sessionInactive, "another session")) { $0.access = .paused },
        Case("a pause, and it is to be off", .set) {
            $0.access = .paused
            $0.settings.isOn = false
        },
        Case("a headset", .set) { $0.connector = Self.headset },
        Case("a headset that is to be driven", .notSet(.unused, "headset")) {
            $0.connector = Self.headset
            $0.settings.isDriven = true
        },
        Case("a format that the plane has", .set) { $0.settings.format = .rgb565 },
        Case("a format that the plane lacks", .otherwise(.format, instead: "xrgb8888")) {
            $0.abilities.formats = [.xrgb8888]
            $0.settings.format = .rgb565
        },
    ]

    @Test(arguments: cases) func theOutcomeOfApplyAgreesWithTheDisplay(_ test: Case) async throws {
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 60_000)
        let card = FaultyCard(try SimulatedCard(screens: [SimulatedScreen(modes: [mode], abilities: test.abilities)]))
        card.change.withLock { $0 = test.connector }
        card.isForeign.withLock { $0 = test.access == .heldByAnotherProgram }
        var settings = VideoKit.Settings()
        settings.selection = test.selection
        let delegate = RecordingDelegate()
        let shared = SharedState(
            settings, delegate: test.access == .observed ? nil : DelegateReference(delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        if test.access == .paused { await session.setPaused(true) }
        let screen = try #require(shared.screens.connectors.first)
        shared.displays.update(DisplayKey(screen)) { $0.configure(test.settings) }
        await session.reconcile()

        let outcome = try #require(await session.outcome(for: screen))
        switch (test.answer, outcome) {
        case (.set, .set): break
        case (.otherwise(let setting, let instead), .setOtherwise(let deviations)):
            #expect(deviations.map(\.setting) == [setting] && deviations.map(\.instead) == [instead])
        case (.notSet(let reason, let message), .notSet(let dark)):
            #expect(dark.reason == reason && dark.message.contains(message), "\(dark)")
        default: Issue.record("\(outcome)")
        }
        await session.stop()
    }

    @Test func aDisplayWhoseEDIDComesMeanwhileIsTheSame() async throws {
        let card = FaultyCard(try SimulatedCard(screens: [.make(64, 48)]))
        let identity = Mutex<ScreenIdentity?>(nil)
        card.change.withLock {
            $0 = { connector in
                .make(
                    connector.id, modes: connector.modes, current: connector.currentMode,
                    identity: identity.withLock(\.self))
            }
        }
        let delegate = RecordingDelegate()
        let settings = VideoKit.Settings()
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        let screen = try #require(shared.screens.connectors.first)
        identity.withLock { $0 = .sign("1") }
        await session.update()
        #expect(await session.outcome(for: screen) == .set)
        await session.stop()
    }

    @Test func theFirmwaresScreenBesideTheHardwaresIsNeverDriven() async throws {
        let document = try HardwareDocuments.own("firmware-beside-nouveau")
        var settings = VideoKit.Settings()
        settings.cards = .simulated(try SimulatedCard.replaying(document))
        let delegate = RecordingDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        let screen = try #require(kit.connectors.first { $0.isIgnored })
        #expect(try await kit.apply(ScreenSettings(), to: screen.id) == .set)
        var driven = ScreenSettings()
        driven.isDriven = true
        #expect(try await kit.apply(driven, to: screen.id) == .notSet(FirmwareCard.darkness))
        await kit.stop()
    }
}
