import TestSupport
import Testing

@testable import Screens

/// A screen has the same picture after many changes of settings as after a fresh start with the last settings.
@Suite struct SettingsTogetherTests {
    private static let machines: [SampleMachine] = {
        var all = SimulatedAbilities()
        all.orientations = Set(Orientation.allCases)
        all.placesPictures = true
        all.scalesPictures = true
        all.underscanLimit = Size(width: 4, height: 4)
        all.marginLimit = Size(width: 8, height: 8)
        var placing = SimulatedAbilities()
        placing.orientations = [.upsideDown]
        placing.placesPictures = true
        var gamma = all
        gamma.gammaTableSize = 256
        return [
            SampleMachine(testDescription: "nothing, direct", memory: .scanout),
            SampleMachine(testDescription: "nothing, three buffers, direct", memory: .scanout, buffers: 3),
            SampleMachine(testDescription: "nothing, shadow", memory: .shadow),
            SampleMachine(testDescription: "everything, direct", abilities: all, memory: .scanout, buffers: 3),
            SampleMachine(testDescription: "everything and a table", abilities: gamma, memory: .scanout),
            SampleMachine(testDescription: "a plane that does not scale", abilities: placing, buffers: 3),
            SampleMachine(testDescription: "RGB565", abilities: placing, format: .rgb565),
            SampleMachine(testDescription: "XRGB2101010", abilities: all, buffers: 3, format: .xrgb2101010),
        ]
    }()

    private static let insets: [Overscan.Inset] = [
        .pixels(0), .pixels(3), .pixels(7), .hundredths(500), .hundredths(4_000), .pixels(1_000),
    ]

    /// Draws once for each content, so that a later picture is the kept one.
    private static func draw(on view: inout ExternalView) {
        view.nextUpdate = .whenNeeded
        guard view.timing.number == 0 else { return }
        let shift: UInt32 = view.screen.name == "Virtual-1" ? 0 : 8
        let bounds = view.bounds
        view.withPixels { pixels, stride in
            for y in 0..<bounds.height {
                for x in 0..<bounds.width {
                    let (across, down) = (UInt32(x * 5 & 0xFF), UInt32(y * 7 & 0xFF))
                    pixels[y * stride + x] = (across << 8 | down) << shift
                }
            }
        }
    }

    private static func settings(_ random: inout SplitMix) -> ScreenSettings {
        var settings = ScreenSettings()
        settings.orientation = Orientation.allCases.randomElement(using: &random)
        if Int.random(in: 0..<3, using: &random) > 0 {
            func inset() -> Overscan.Inset { insets.randomElement(using: &random) ?? .pixels(0) }
            settings.overscan = Overscan(top: inset(), right: inset(), bottom: inset(), left: inset())
            if Bool.random(using: &random) {
                settings.overscan = Overscan(inset())
            }
            settings.overscan?.compensation =
                [.scale, .scale, .insetBounds, .none].randomElement(using: &random) ?? .scale
        }
        if Int.random(in: 0..<3, using: &random) == 0 { settings.mirrorSource = "Virtual-1" }
        settings.dimming = [nil, 0, 0.3, 0.9, 1].randomElement(using: &random) ?? nil
        return settings
    }

    private struct Stage {
        let card: SimulatedCard
        let kit: VideoKit
        let delegate = RecordingDelegate { SettingsTogetherTests.draw(on: &$0) }

        init(_ machine: SampleMachine) async throws {
            let screens = try [(40, 30), (33, 27)].map { width, height in
                SimulatedScreen(
                    modes: [try SimulatedMode(width: width, height: height, millihertz: 500_000)],
                    abilities: machine.abilities)
            }
            card = try SimulatedCard(screens: screens)
            var settings = VideoKit.Settings()
            settings.cards = .simulated(card)
            settings.drawingMemory = machine.memory
            settings.bufferCount = machine.buffers
            settings.format = machine.format
            kit = try VideoKit(delegate: delegate, settings: settings)
        }

        func apply(_ configured: [ScreenSettings]) async throws {
            for (screen, settings) in zip(kit.screens, configured) { try await kit.apply(settings, to: screen.id) }
        }

        var pictures: [Picture?] { ["Virtual-1", "Virtual-2"].map { try? card.picture(of: $0) } }
    }

    @Test(arguments: 0..<Self.machines.count)
    func thePictureDoesNotDependOnFormerSettings(_ number: Int) async throws {
        let machine = Self.machines[number]
        var random = SplitMix(state: UInt64(number))
        let stage = try await Stage(machine)
        try await stage.kit.start()
        var configured = [ScreenSettings(), ScreenSettings()]
        for step in 0..<12 {
            for index in 0..<2 {
                let settings = Self.settings(&random)
                // Alone, this change needs no modeset.
                if Bool.random(using: &random) {
                    configured[index] = settings
                } else {
                    configured[index].dimming = settings.dimming
                }
            }
            configured[0].mirrorSource = nil
            let configured = configured
            try await stage.apply(configured)
            let fresh = try await Stage(machine)
            try await fresh.kit.start()
            try await fresh.apply(configured)
            var pictures: [Picture?] = []
            try await eventually("\(machine.testDescription), step \(step): \(configured)") {
                pictures = fresh.pictures
                return pictures == stage.pictures
                    && zip(pictures, configured).allSatisfy { picture, settings in
                        // The picture is black before it is drawn.
                        settings.dimming == 1 || picture?.pixels.contains { $0 & 0xFF_FFFF != 0 } ?? false
                    }
            }
            await fresh.kit.stop()
        }
        #expect(stage.kit.screens.allSatisfy { $0.dark == nil })
        await stage.kit.stop()
    }
}
