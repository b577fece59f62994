import Screens
import ScreensManager
import Testing

@testable import ProgramSamples
@testable import ScreensDoctor

@Suite struct RequirementTests {
    private static func read(_ text: String) throws -> Requirements { try Requirements(text) }

    /// One screen is required if the text states no number of screens.
    @Test(arguments: [
        ("external>=2", "external>=2"),
        ("screens >= 1,internal>=1", "screens>=1, internal>=1"),
        ("size>=1080p", "screens>=1, size>=1920x1080"), ("size>=4K", "screens>=1, size>=3840x2160"),
        ("overscan, refresh>=59.94, size>=64x48, atomic", "screens>=1, size>=64x48, refresh>=59.94, atomic, overscan"),
    ])
    func areReadAndPrinted(_ text: String, _ printed: String) throws {
        #expect(try Self.read(text).description == printed)
    }

    @Test(arguments: [
        ("exernal>=2", "unknown requirement 'exernal'; did you mean 'external'?"),
        (
            "4k",
            "unknown requirement '4k'; the requirements are screens, external, internal, size, refresh, atomic and "
                + "overscan"
        ),
        ("external", "external needs a number, as in external>=2"),
        ("external>=0", "external needs a number, as in external>=2"),
        ("size>=1920", "size needs a width and a height, as in size>=1920x1080"),
        ("refresh>=fast", "refresh needs a rate in Hz, as in refresh>=60"),
        ("refresh>60", "'refresh>60' is not a requirement: requirements are written as in refresh>=60"),
        ("atomic>=1", "atomic takes no value"),
        ("size>=1x1,size>=2x2", "size is required twice"),
        ("", "a requirement is empty"), ("atomic,,overscan", "a requirement is empty"),
    ])
    func aWrongRequirementIsExplained(_ text: String, _ message: String) {
        let error = #expect(throws: RequirementProblem.self) { try Self.read(text) }
        #expect(error?.description == message)
    }

    private static let wide = ConnectorFacts.sample(
        "HDMI-A-1", connector: 1,
        modes: [.sample(0, 1280, 720, millihertz: 120000), .sample(1, 1920, 1080, millihertz: 59940)])
    private static let small = ConnectorFacts.sample(
        "HDMI-A-2", connector: 2, modes: [.sample(0, 1280, 720, millihertz: 50000)])

    private static func check(_ text: String, _ cards: CardFacts...) throws -> RequirementCheck {
        RequirementCheck(try read(text), cards)
    }

    /// Returns the conditions that the only screen does not meet.
    private static func missing(_ text: String, _ card: CardFacts) throws -> [String]? {
        try check(text, card).screens.first?.missing.map(\.message)
    }

    @Test func theScreensThatMeetAllAreCounted() throws {
        let card = CardFacts.sample("card0", Self.wide, Self.small, .empty)
        #expect(try Self.check("external>=2", card).isMet)
        #expect(try Self.check("screens>=2, refresh>=50", card).isMet)
        #expect(try !Self.check("screens>=3", card).isMet)
        #expect(try !Self.check("internal>=1", card).isMet)
        let check = try Self.check("external>=2, size>=1920x1080", card)
        #expect(!check.isMet && check.counts.map(\.found) == [1])
        #expect(check.screens.map(\.name) == ["card0/HDMI-A-1", "card0/HDMI-A-2"])
        #expect(check.screens.map { $0.missing.map(\.message) } == [[], ["its largest mode is 1280x720@50.000"]])
    }

    /// A rate of 59.94 Hz counts as 60, as everywhere.
    @Test func sizeAndRateBelongToOneMode() throws {
        let card = CardFacts.sample("card0", Self.wide)
        #expect(try Self.check("size>=1920x1080, refresh>=60", card).isMet)
        #expect(try Self.check("refresh>=120", card).isMet)
        #expect(try !Self.check("size>=1920x1080, refresh>=100", card).isMet)
        #expect(
            try Self.missing("size>=1920x1080, refresh>=100", card)
                == ["no mode has both this rate and size>=1920x1080: the fastest is 1920x1080@59.940"])
        #expect(try Self.missing("refresh>=200", card) == ["its fastest mode is 1280x720@120.000"])
    }

    @Test func aDriverWithoutAtomicCommitsDoesNotMeetThem() throws {
        let card = CardFacts.sample("card0", Self.wide)
        #expect(try Self.check("atomic", card).isMet)
        let legacy = card.with { $0.hardware = .sample(atomic: false) }
        #expect(try Self.missing("atomic", legacy) == ["the driver i915 has no atomic commits"])
        let unknown = card.with { $0.unknown = [.atomic] }
        #expect(try Self.missing("atomic", unknown) == ["whether the driver has atomic commits is not known"])
    }

    @Test func overscanIsCompensatedByTheConnector() throws {
        let able = Self.wide.with { $0.compensatesOverscan = true }
        #expect(try Self.check("overscan", .sample("card0", able)).isMet)
        #expect(
            try Self.missing("overscan", .sample("card0", Self.wide))
                == ["the connector has no properties for it"])
    }

    /// sysfs shows the displays of a card that a reader would disable, but not what its driver can do.
    @Test(arguments: [
        ("screens>=1", nil), ("size>=1280x720, refresh>=50", nil),
        ("atomic", "whether the driver has atomic commits is not known"),
        ("overscan", "whether the connector has properties for it is not known"),
    ])
    func aCardThatWasNotOpenedMeetsTheConditionsThatSysfsShows(_ text: String, _ missing: String?) throws {
        var card = CardFacts(path: "/dev/dri/card0")
        card.leaveClosed(driver: "nvidia", screens: [Self.small.screen])
        let check = try Self.check(text, card)
        #expect(check.isMet == (missing == nil))
        #expect(check.status == (missing == nil ? .success : .unavailable))
        let reason = missing.map { part in
            "\(part): card0 was not opened, because nvidia disables all displays when a program closes a card without "
                + "a master; --probe opens it all the same"
        }
        #expect(check.screens.first?.missing.map(\.message) == [reason].compactMap(\.self))
    }

    /// A card of another seat, and a card that only renders, cannot show a picture.
    @Test func cardsThatCannotBeUsedDoNotCount() throws {
        let other = CardFacts.sample("card0", Self.wide).with { $0.isOnSeat = false }
        #expect(try !Self.check("screens>=1", other).isMet)
        #expect(try !Self.check("screens>=1").isMet)
    }

    @Test func theReportNamesTheMissing() throws {
        let check = try Self.check("external>=2, size>=1920x1080", .sample("card0", Self.wide, Self.small))
        #expect(
            check.text == """
                external>=2, size>=1920x1080: not met
                external>=2: 1 screen
                  card0/HDMI-A-1  meets all
                  card0/HDMI-A-2  size>=1920x1080: its largest mode is 1280x720@50.000

                """)
        #expect(
            try JSONLine.encode(check) == """
                {"counts":[{"found":1,"met":false,"requirement":"external>=2"}],"exitCode":69,"met":false,"screens":[\
                {"missing":[],"name":"card0/HDMI-A-1","role":"external"},\
                {"missing":[{"message":"its largest mode is 1280x720@50.000","requirement":"size>=1920x1080"}],\
                "name":"card0/HDMI-A-2","role":"external"}]}

                """)
        #expect(try Self.check("screens>=1", .sample("card0", Self.wide)).text.hasPrefix("screens>=1: met\n"))
        #expect(try Self.check("screens>=1").text == "screens>=1: not met\nscreens>=1: no screen\n")
    }
}
