import Screens
import Testing

@testable import ScreensConfiguration

/// Saved settings together with the settings of files.
@Suite struct SavedSettingsTests {
    private static func entry(
        _ settings: (inout ScreenOverrides) -> Void, replacing: ((inout ScreenOverrides) -> Void)? = nil
    ) -> SavedSettings.Entry {
        var match = ScreenMatch()
        match.identity = TextPattern(literal: "DEL:a0b1:-:7")
        var (overrides, replaced) = (ScreenOverrides(), ScreenOverrides())
        settings(&overrides)
        replacing?(&replaced)
        return SavedSettings.Entry(
            match: match, connector: "HDMI-A-1", settings: overrides, replaced: replacing == nil ? nil : replaced)
    }

    private static func both(_ gamma: Double, _ dim: Double) -> (inout ScreenOverrides) -> Void {
        { settings in
            settings.gamma = gamma
            settings.dim = dim
        }
    }

    /// The present value in the file, and the keys that it makes outdated.
    private static let outdated: [(now: Double?, keys: [String])] = [(2, []), (3, ["gamma"]), (nil, ["gamma"])]

    @Test(arguments: outdated)
    func aValueThatTheFilesHaveChangedSinceIsOutdated(now: Double?, keys: [String]) {
        let entry = Self.entry({ $0.gamma = 1 }, replacing: { $0.gamma = 2 })
        var files = ScreenOverrides()
        files.gamma = now
        files.dim = 10
        #expect(entry.outdatedKeys(files) == keys)
    }

    @Test func nothingIsOutdatedIfTheFormerValueIsNotKnown() {
        #expect(Self.entry({ $0.gamma = 1 }).outdatedKeys(ScreenOverrides()) == [])
    }

    /// A connector that is forced off keeps the name of its display.
    @Test func aDisplayIsAbsentFromConnectorsWithAnotherOneAlone() throws {
        let saved = SavedSettings([Self.entry({ $0.gamma = 1 })])
        func absent(_ identity: String?, _ status: ConnectionStatus) throws -> Int {
            let connector = Screen.sample("HDMI-A-1", identity: try identity.map { try .sample($0) }, status: status)
            return saved.absent(from: connector, among: [connector]).count
        }
        #expect(try absent("DEL:a0b1:-:8", .connected) == 1)
        #expect(try absent(nil, .disconnected) == 1)
        #expect(try absent("DEL:a0b1:-:7", .disconnected) == 0)
        #expect(try absent("DEL:a0b1:-:7", .connected) == 0)
    }

    @Test func aLaterValueOfAKeyReplacesTheEarlierOneAndOthersStay() {
        var saved = SavedSettings()
        saved.save(Self.entry(Self.both(1, 5), replacing: Self.both(2, 6)))
        saved.save(Self.entry({ $0.gamma = 3 }, replacing: { $0.gamma = 4 }))
        #expect(saved.entries == [Self.entry(Self.both(3, 5), replacing: Self.both(4, 6))])
    }
}
