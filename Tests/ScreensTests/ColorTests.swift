import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Gamma, colour temperature and brightness of pictures on a simulated card, changed by hardware or software.
@Suite struct ColorTests {
    private static let grey = Color(rgb: 0x808080)
    private static let size = Size(width: 80, height: 60)

    /// A kit that shows grey, drawn once.
    private struct Shown {
        let card: SimulatedCard
        let kit: VideoKit
        let delegate: RecordingDelegate
        let id: ScreenID
        let events: ScreenEvents

        var color: Color? { (try? card.picture(of: "Virtual-1"))?[40, 30] }
        var layout: PictureLayout? { kit.screens.first?.layout }

        func apply(_ change: (inout ScreenSettings) -> Void) async throws {
            var settings = try #require(kit.settings(of: id))
            change(&settings)
            try await kit.apply(settings, to: id)
        }

        /// Returns the warnings that the readers have received so far.
        func warnings() async -> [String] {
            await kit.stop()
            var messages: [String] = []
            for await event in events { messages += [event.warning].compactMap(\.self) }
            return messages
        }
    }

    private func show(
        _ abilities: SimulatedAbilities = SimulatedAbilities(),
        _ change: (inout VideoKit.Settings) -> Void = { _ in }
    ) async throws -> Shown {
        let screen = SimulatedScreen(
            modes: [try SimulatedMode(width: Self.size.width, height: Self.size.height, millihertz: 100_000)],
            abilities: abilities)
        let card = try SimulatedCard(screens: [screen])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        change(&settings)
        let delegate = RecordingDelegate { view in
            view.backgroundColor = Self.grey
            view.nextUpdate = .whenNeeded
        }
        let kit = try VideoKit(delegate: delegate, settings: settings)
        let events = kit.events
        try await kit.start()
        let id = try #require(kit.screens.first?.id)
        return Shown(card: card, kit: kit, delegate: delegate, id: id, events: events)
    }

    private static func abilities(gamma size: Int?, needsModeset: Bool = false) -> SimulatedAbilities {
        var abilities = SimulatedAbilities()
        abilities.gammaTableSize = size
        abilities.needsModesetForGamma = needsModeset
        return abilities
    }

    @Test(arguments: [nil, 256, 1024, 33], [DrawingMemory.shadow, .scanout])
    func aStillPictureIsDimmedAndLightAgainWithoutAModeset(_ table: Int?, _ memory: DrawingMemory) async throws {
        let shown = try await show(Self.abilities(gamma: table)) { $0.drawingMemory = memory }
        try await eventually("it is grey") { shown.color == Self.grey }
        #expect(shown.layout?.adjustment == EffectiveAdjustment.none)
        for _ in 0..<2 {
            try await shown.apply { $0.dimming = 0.5 }
            try await eventually("it is dark") { [0x404040, 0x3F3F3F].contains(shown.color?.rgb) }
            #expect(shown.layout?.adjustment == (table == nil ? .copy : .gamma))
            try await shown.apply { $0.dimming = 0 }
            try await eventually("it is light again") { shown.color == Self.grey }
            #expect(shown.layout?.adjustment == EffectiveAdjustment.none)
        }
        #expect(shown.card.modesets.count == 1)
        #expect(shown.delegate.frames.withLock { $0["Virtual-1"]?.count } == 1, "it was not drawn for it")
        #expect(await shown.warnings() == [])
    }

    @Test func laterFramesAreDimmedTooInEveryBuffer() async throws {
        let shown = try await show { $0.drawingMemory = .scanout }
        try await eventually("it is grey") { shown.color == Self.grey }
        try await shown.apply { $0.dimming = 0.5 }
        for _ in 0..<4 {
            let before = shown.kit.statistics()[0].presented
            shown.kit.setNeedsDisplay()
            try await eventually("a frame comes or nothing changed") {
                shown.delegate.frames.withLock { $0["Virtual-1"]?.count ?? 0 } > 1
                    || shown.kit.statistics()[0].presented > before
            }
        }
        try await eventually("it is dark") { [0x404040, 0x3F3F3F].contains(shown.color?.rgb) }
        #expect(shown.kit.statistics()[0].drawingMemory == .shadow)
        await shown.kit.stop()
    }

    @Test(arguments: [nil, 256])
    func aScreenIsLitWithItsDimming(_ table: Int?) async throws {
        let shown = try await show(Self.abilities(gamma: table)) { $0.dimming = 0.5 }
        try await eventually("it is dark") { [0x404040, 0x3F3F3F].contains(shown.color?.rgb) }
        #expect(shown.layout?.adjustment == (table == nil ? .copy : .gamma))
        #expect(await shown.warnings() == [])
    }

    @Test func aDarkerPictureIsAlsoRotatedAndShrunk() async throws {
        let shown = try await show {
            $0.orientation = .clockwise
            $0.overscan = Overscan(top: .pixels(4), right: .pixels(4), bottom: .pixels(4), left: .pixels(4))
        }
        try await eventually("it is grey") { shown.color == Self.grey }
        try await shown.apply { $0.dimming = 0.5 }
        try await eventually("it is dark") { [0x404040, 0x3F3F3F].contains(shown.color?.rgb) }
        #expect(try shown.card.picture(of: "Virtual-1")?[1, 1] == .black)
        await shown.kit.stop()
    }

    @Test func gammaAndTemperatureAreTheTables() async throws {
        let shown = try await show(Self.abilities(gamma: 256)) { $0.gamma = 2 }
        let lighter = Color(rgb: 0xB5B5B5)
        try await eventually("it is lighter") { shown.color == lighter }
        try await shown.apply {
            $0.gamma = 1
            $0.colorTemperature = 2700
        }
        try await eventually("it is redder") {
            guard let color = shown.color else { return false }
            return color.rgb >> 16 == 0x80 && color.rgb >> 8 & 0xFF < 0x80 && color.rgb & 0xFF < color.rgb >> 8 & 0xFF
        }
        #expect(shown.layout?.adjustment == .gamma)
        #expect(await shown.warnings() == [])
    }

    @Test(arguments: [DrawingMemory.shadow, .scanout])
    func withoutATableTheCopyAppliesGammaAndTemperatureToo(_ memory: DrawingMemory) async throws {
        let shown = try await show { $0.drawingMemory = memory }
        try await eventually("it is grey") { shown.color == Self.grey }
        try await shown.apply { $0.gamma = 2 }
        try await eventually("it is lighter") { shown.color == Color(rgb: 0xB5B5B5) }
        try await shown.apply { $0.dimming = 0.5 }
        try await eventually("it is also dimmed") { shown.color == Color(rgb: 0x5A5A5A) }
        #expect(shown.layout?.adjustment == .copy)
        try await shown.apply {
            $0.gamma = 1
            $0.dimming = 0
            $0.colorTemperature = 2700
        }
        try await eventually("it is redder") {
            guard let color = shown.color else { return false }
            return color.rgb >> 16 == 0x80 && color.rgb >> 8 & 0xFF < 0x80 && color.rgb & 0xFF < color.rgb >> 8 & 0xFF
        }
        try await shown.apply { $0.colorTemperature = 6500 }
        try await eventually("it is as drawn") { shown.color == Self.grey }
        #expect(shown.layout?.adjustment == EffectiveAdjustment.none)
        #expect(shown.card.modesets.count == 1)
        #expect(await shown.warnings() == [])
    }

    @Test func aDriverThatChangesItsTableByAModesetOnlyGetsOne() async throws {
        let shown = try await show(Self.abilities(gamma: 256, needsModeset: true))
        try await eventually("it is grey") { shown.color == Self.grey }
        try await shown.apply { $0.dimming = 0.5 }
        try await eventually("it is dark") { [0x404040, 0x3F3F3F].contains(shown.color?.rgb) }
        #expect(shown.card.modesets.count == 2)
        #expect(shown.layout?.adjustment == .gamma)
        await shown.kit.stop()
    }

    @Test func coloursBeyondTheirLimitsAreRefused() async throws {
        let shown = try await show()
        let error = await #expect(throws: ScreenError.self) { try await shown.apply { $0.gamma = 0 } }
        #expect(error?.code == .invalidArgument)
        #expect(shown.kit.settings(of: shown.id)?.gamma == nil)
        await shown.kit.stop()
        var settings = VideoKit.Settings()
        settings.dimming = 2
        #expect(throws: ScreenError.self) { try VideoKit(delegate: shown.delegate, settings: settings) }
    }
}
