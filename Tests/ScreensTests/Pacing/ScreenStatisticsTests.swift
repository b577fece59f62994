import Testing

@testable import Screens

@Suite struct ScreenStatisticsTests {
    @Test func screensOfOneNameAreDistinguishedByTheirCards() async throws {
        let clock = ManualClock()
        let cards = try [("two", 30), ("one", 60)].map { name, rate in
            try SimulatedCard(name: name, screens: [.make(8, 8, rate)], clock: clock)
        }
        let delegate = RecordingDelegate { view in
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number % 2)))
        }
        var settings = VideoKit.Settings()
        settings.cards = .simulated(cards)
        settings.selection = .all
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        clock.advance(by: .seconds(1))
        let ids = Dictionary(uniqueKeysWithValues: kit.screens.map { ($0.qualifiedName, $0.id) })
        try cards[1].unplug("Virtual-1")
        clock.advance(by: .seconds(1))
        #expect(
            kit.statistics().map(\.qualifiedName) == ["one/Virtual-1", "two/Virtual-1"], "also of one that is gone")
        #expect(kit.statistics().map(\.card) == ["one", "two"])
        #expect(kit.statistics().map(\.screen) == [ids["one/Virtual-1"], ids["two/Virtual-1"]])
        #expect(kit.statistics().map { $0.presented / 20 } == [3, 3], "one second of 60, two of 30")
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }
}
