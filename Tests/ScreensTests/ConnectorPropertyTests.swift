import Testing

@testable import Screens

/// Properties by name on a simulated card.
@Suite struct ConnectorPropertyTests {
    private static var abilities: SimulatedAbilities {
        var abilities = SimulatedAbilities()
        abilities.properties = [
            ConnectorProperty("Broadcast RGB", value: "Automatic", allowed: .choices(["Automatic", "Full"])),
            ConnectorProperty("max bpc", value: "8", allowed: .range(6...12)),
        ]
        return abilities
    }

    private func start(
        _ abilities: SimulatedAbilities, _ properties: [String: String]
    ) async throws -> (SimulatedCard, VideoKit, ScreenEvents) {
        let card = try SimulatedCard(screens: [
            SimulatedScreen(
                modes: [try SimulatedMode(width: 64, height: 48, millihertz: 100_000)], abilities: abilities)
        ])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.properties = properties
        let kit = try VideoKit(settings: settings) { $0.backgroundColor = Color(rgb: 0x112233) }
        let events = kit.events
        try await kit.start()
        return (card, kit, events)
    }

    private func values(_ kit: VideoKit) -> [String?] { kit.screens[0].properties.map(\.value) }

    private func warnings(_ kit: VideoKit, _ events: ScreenEvents) async -> [String] {
        await kit.stop()
        var messages: [String] = []
        for await event in events { messages += [event.warning].compactMap(\.self) }
        return messages
    }

    @Test func theyAreSetWithTheModeAndAsBeforeAtTheEnd() async throws {
        let (card, kit, events) = try await start(Self.abilities, ["Broadcast RGB": "Full"])
        #expect(values(kit) == ["Full", "8"])
        let id = kit.screens[0].id
        var wanted = ScreenSettings()
        wanted.properties = ["max bpc": "10"]
        try await kit.apply(wanted, to: id)
        #expect(values(kit) == ["Full", "10"])
        #expect(card.modesets.count == 2)
        wanted.properties = ["Broadcast RGB": "Automatic"]
        try await kit.apply(wanted, to: id)
        #expect(
            values(kit) == ["Automatic", "8"],
            "a property that is no longer set is as before, and the screen's own value goes first")
        #expect(await warnings(kit, events) == [])
        #expect(values(kit) == ["Automatic", "8"])
    }

    @Test(arguments: [
        (["Broadcast RGB": "full"], "Virtual-1: 'Broadcast RGB' cannot be 'full'; did you mean 'Full'?"),
        (["Colorspace": "Default"], "Virtual-1: no property 'Colorspace'"),
        (["max bpc": "12"], "Virtual-1: the driver refuses '12' for 'max bpc'"),
    ])
    func propertiesThatCannotBeSetAreReportedAndTheScreenIsLit(_ request: [String: String], _ message: String)
        async throws
    {
        var abilities = Self.abilities
        abilities.refusedProperties = ["max bpc"]
        let (card, kit, events) = try await start(abilities, request)
        #expect(kit.screens[0].dark == nil && card.modesets.count == 1)
        #expect(values(kit) == ["Automatic", "8"])
        let warnings = await warnings(kit, events)
        #expect(warnings.count == 1 && warnings[0].hasPrefix(message), "\(warnings)")
    }

    @Test func namesThatAreNotPropertiesAreRefusedAtOnce() async throws {
        var settings = VideoKit.Settings()
        settings.properties = ["link-status": "Bad"]
        let error = #expect(throws: ScreenError.self) {
            try VideoKit(delegate: RecordingDelegate(), settings: settings)
        }
        #expect(error?.code == .invalidArgument)
        let (_, kit, _) = try await start(Self.abilities, [:])
        var wanted = ScreenSettings()
        wanted.properties = ["CRTC_ID": "0"]
        let id = kit.screens[0].id
        let second = await #expect(throws: ScreenError.self) { try await kit.apply(wanted, to: id) }
        #expect(second?.code == .invalidArgument)
        await kit.stop()
    }
}
