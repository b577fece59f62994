import Testing

@testable import Screens

/// Requested rates, and the rates that a display has.
@Suite struct NearRateTests {
    private static let modes = [
        ScreenMode.make(0, 1920, 1080, 60, preferred: true), .make(1, 1920, 1080, 50), .make(2, 1280, 720, 59.94),
        .make(3, 1280, 720, 50), .make(4, 3840, 2160, 30),
    ].sorted()

    /// Each request with the mode that is tried first, whether it counts as requested, and the notice.
    @Test(
        arguments: [
            ("1920x1080@60", 0, true, nil),
            ("1920x1080@59.94", 0, true, "shows 1920x1080@60.000, which counts as 1920x1080@59.94"),
            ("1280x720@60.000", 2, true, "shows 1280x720@59.940, which counts as 1280x720@60.000"),
            ("1280x720@60", 2, true, nil), ("1280x720@59.94", 2, true, nil),
            ("3840x2160@29.97", 4, true, "shows 3840x2160@30.000, which counts as 3840x2160@29.97"),
            // The limit is 0.2 percent.
            ("1920x1080@59.89", 0, true, "shows 1920x1080@60.000, which counts as 1920x1080@59.89"),
            ("1920x1080@59.87", 0, false, nil), ("1920x1080@60.11", 0, true, "*"), ("1920x1080@60.13", 0, false, nil),
            // The nearest mode of that size, which need not be the preferred one.
            ("1920x1080@52", 1, false, nil), ("1920x1080@85", 0, false, nil), ("1280x720@24", 3, false, nil),
            ("800x600@60", 0, false, nil),
        ] as [(String, Int, Bool, String?)])
    func theNearestRateIsTakenAndCountsWithinATolerance(text: String, id: Int, counts: Bool, notice: String?) throws {
        let policy = try #require(ModePolicy(text))
        let first = try #require(policy.candidates(among: Self.modes, current: nil).first)
        #expect(first.id == id)
        #expect(policy.isSatisfied(by: first) == counts)
        #expect(policy.isPossible(among: Self.modes) == counts)
        let said = policy.substitution(by: first.description)
        #expect(notice == "*" ? said != nil : said == notice, "\(said ?? "")")
    }

    @Test(arguments: [
        ("1920x1080@85", "has no mode 1920x1080@85; of that size it has 60.000, 50.000 Hz"),
        ("1280x720@30", "has no mode 1280x720@30; of that size it has 50.000, 59.940 Hz"),
        ("800x600@60", "has no mode 800x600@60"), ("1920x1080i", "has no mode 1920x1080i"),
    ])
    func aRefusalListsTheRatesOfThatSize(text: String, message: String) throws {
        #expect(try #require(ModePolicy(text)).refusal(among: Self.modes) == message)
    }

    @Test func policiesWithoutARateHaveNoNotice() {
        for policy in [ModePolicy.preferred, .largest, .current] {
            #expect(policy.substitution(by: "1920x1080@60.000") == nil)
        }
        #expect(ModePolicy("1920x1080")?.substitution(by: "1920x1080@60.000") == nil)
    }
}
