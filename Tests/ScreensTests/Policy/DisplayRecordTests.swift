import Testing

@testable import Screens

@Suite struct DisplayRecordTests {
    private static let small = ScreenMode.make(2, 640, 480, 60)
    private static let middle = ScreenMode.make(1, 800, 600, 60)
    private static let large = ScreenMode.make(0, 1024, 768, 60, preferred: true)
    private static let modes = [small, middle, large]

    @Test func refusedModesComeLast() {
        var record = DisplayRecord()
        #expect(record.candidates(among: Self.modes, current: nil, otherwise: .preferred).first == Self.large)
        record.remember(ModesetRefusal(Self.large))
        record.remember(ModesetRefusal(Self.middle))
        #expect(
            record.candidates(among: Self.modes, current: nil, otherwise: .preferred)
                == [Self.small, Self.large, Self.middle])
        record.remember(enabledIn: Self.large)
        #expect(record.candidates(among: Self.modes, current: nil, otherwise: .preferred).first == Self.large)
    }

    @Test func aRefusedModeThatIsNamedGoesBeforeOthersAllTheSame() throws {
        var record = DisplayRecord()
        let policy = try #require(ModePolicy("800x600"))
        let slower = ScreenMode.make(3, 800, 600, 50)
        record.remember(ModesetRefusal(Self.middle))
        #expect(
            record.candidates(among: Self.modes + [slower], current: nil, otherwise: policy)
                == [slower, Self.middle, Self.large, Self.small].map { $0 })
        #expect(record.candidates(among: Self.modes, current: nil, otherwise: policy).first == Self.middle)
    }

    @Test func aSettingThatNamesAModeForgetsThatItWasRefused() {
        var record = DisplayRecord()
        func refuse() { for mode in [Self.middle, Self.large] { record.remember(ModesetRefusal(mode)) } }
        refuse()
        var settings = ScreenSettings()
        settings.mode = .largest
        record.configure(settings)
        #expect(record.hasRefused(Self.large), "it names none")
        settings.mode = ModePolicy("800x600")
        record.configure(settings)
        #expect(!record.hasRefused(Self.middle) && record.hasRefused(Self.large))
        refuse()
        settings.dimming = 0.5
        record.configure(settings)
        #expect(record.hasRefused(Self.middle), "something else is requested")
        record.configure(settings)
        #expect(!record.hasRefused(Self.middle), "the same is requested again")
        #expect(record.forgetRefusals() && !record.forgetRefusals() && !record.hasRefused(Self.large))
    }

    @Test func currentIsTheLastModeOfADarkDisplay() {
        var record = DisplayRecord()
        record.remember(enabledIn: Self.middle)
        #expect(record.candidates(among: Self.modes, current: nil, otherwise: .current).first == Self.middle)
        #expect(record.candidates(among: Self.modes, current: Self.small, otherwise: .current).first == Self.small)
        #expect(record.candidates(among: [Self.small], current: nil, otherwise: .current) == [Self.small])
    }

    @Test func currentIsACustomModeOfADarkDisplayToo() throws {
        let policy = try #require(ModePolicy("1280x720@60,cvt"))
        var record = DisplayRecord()
        let custom = try #require(record.candidates(among: Self.modes, current: nil, otherwise: policy).first)
        record.remember(enabledIn: custom, isListed: false)
        let grown = Self.modes + [.make(3, 320, 240, 60)]
        for modes in [Self.modes, grown] {
            let candidates = record.candidates(among: modes, current: nil, otherwise: .current)
            #expect(candidates.first?.timings == custom.timings)
            #expect(candidates.count == modes.count + 1, "no listed mode has its number")
        }
        #expect(record.candidates(among: [], current: nil, otherwise: .current).isEmpty, "it has reported no modes yet")
        #expect(
            record.candidates(among: Self.modes, current: Self.small, otherwise: .current).first == Self.small,
            "another program has set it since")
    }

    @Test func allModesAreTriedIfAllWereRefused() {
        var record = DisplayRecord()
        for mode in Self.modes { record.remember(ModesetRefusal(mode)) }
        #expect(Set(record.candidates(among: Self.modes, current: nil, otherwise: .largest)) == Set(Self.modes))
    }

    @Test func theDisplaysOwnPolicyTakesPrecedence() {
        var record = DisplayRecord()
        record.change { $0.mode = .smallest }
        #expect(record.candidates(among: Self.modes, current: nil, otherwise: .largest).first == Self.small)
    }

    @Test(
        arguments: [
            (.sign("1"), "card0/A", .sign("1"), "card1/B", true), (.sign("1"), "card0/A", .sign("2"), "card0/A", false),
            (.sign(nil), "card0/A", .sign(nil), "card0/A", true), (.sign(nil), "card0/A", .sign(nil), "card0/B", false),
            (nil, "card0/A", nil, "card0/A", true), (nil, "card0/A", nil, "card0/B", false),
        ] as [(ScreenIdentity?, String, ScreenIdentity?, String, Bool)])
    func aDisplayIsRecognizedByItsSerialOrItsConnector(
        _ one: ScreenIdentity?, _ here: String, _ other: ScreenIdentity?, _ there: String, _ isSame: Bool
    ) {
        #expect((DisplayKey(identity: one, connector: here) == DisplayKey(identity: other, connector: there)) == isSame)
    }
}
