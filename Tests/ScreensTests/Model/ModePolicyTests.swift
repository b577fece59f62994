import Testing

@testable import Screens

@Suite struct ModePolicyTests {
    /// The modes of a television in the kernel's order: the preferred mode first, then descending.
    private static let television = [
        ScreenMode.make(0, 3840, 2160, 60, preferred: true),
        .make(1, 4096, 2160, 24),
        .make(2, 3840, 2160, 59.94),
        .make(3, 1920, 1080, 60),
        .make(4, 1920, 1080, 60, interlaced: true),
        .make(5, 1920, 1080, 59.94),
        .make(6, 1920, 1080, 50),
        .make(7, 1280, 720, 60),
        .make(8, 720, 576, 50, interlaced: true),
    ].sorted()

    @Test func modesAscendAndTheLastIsTheLargest() {
        #expect(
            Self.television.map(\.id) == [8, 7, 6, 5, 4, 3, 2, 0, 1]
                || Self.television.map(\.id) == [8, 7, 6, 5, 3, 4, 2, 0, 1])
        #expect(Self.television.last?.size == Size(width: 4096, height: 2160))
    }

    @Test(arguments: [
        ("preferred", 0), ("largest", 1), ("smallest", 7), ("current", 6),
        ("1920x1080", 3), ("1920x1080@60", 3), ("1920x1080@59.94", 5), ("1920x1080@59.9", 5), ("1920x1080@50", 6),
        ("1920x1080@60.000", 3), ("1920x1080i", 4), ("1920x1080i@60", 4), ("720x576i", 8), ("4096x2160@24", 1),
        ("3840x2160@59.940", 2),
    ])
    func thePolicyNamesTheMode(_ text: String, _ id: Int) throws {
        let policy = try #require(ModePolicy(text))
        let current = Self.television.first { $0.id == 6 }
        let candidates = policy.candidates(among: Self.television, current: current)
        let first = try #require(candidates.first)
        #expect(first.id == id)
        #expect(policy.isSatisfied(by: first))
    }

    @Test func theNearestOfTheRatesThatRoundToSixtyIsFound() throws {
        let modes = [ScreenMode.make(0, 800, 600, 59.94), .make(1, 800, 600, 60.317), .make(2, 800, 600, 60)]
        let policy = try #require(ModePolicy("800x600@60"))
        #expect(policy.candidates(among: modes.sorted(), current: nil).prefix(3).map(\.id) == [2, 0, 1])
    }

    @Test func aMissingModeFallsBackAndIsReported() throws {
        let policy = try #require(ModePolicy("1600x1200"))
        let first = try #require(policy.candidates(among: Self.television, current: nil).first)
        #expect(first.id == 0)
        #expect(!policy.isSatisfied(by: first))
    }

    @Test(arguments: ["preferred", "largest", "smallest", "current", "1600x1200", "1920x1080"])
    func interlacedModesAreOnlyChosenOnRequest(_ text: String) throws {
        let candidates = try #require(ModePolicy(text)).candidates(among: Self.television, current: nil)
        #expect(!candidates.isEmpty && candidates.allSatisfy { !$0.isInterlaced })
    }

    @Test func everyPolicyTriesEveryOtherModeInTheEnd() throws {
        for text in ["preferred", "largest", "smallest", "current", "1280x720"] {
            let candidates = try #require(ModePolicy(text)).candidates(among: Self.television, current: nil)
            #expect(Set(candidates.map(\.id)) == [0, 1, 2, 3, 5, 6, 7], "\(text)")
            #expect(candidates.count == 7, "\(text)")
        }
    }

    @Test(arguments: [
        ("1920x1080@60,cvt", 59_963), ("2560x1440@60,cvt-rb", 59_951), ("1920x1080@50,cvt-rb2", 50_000),
        ("1024x768@75,gtf", 75_000), ("173.00 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync", 59_963),
    ])
    func aModeThatIsNotListedIsTriedFirst(_ text: String, _ millihertz: Int) throws {
        let policy = try #require(ModePolicy(text))
        let candidates = policy.candidates(among: Self.television, current: nil)
        let first = try #require(candidates.first)
        #expect(first.id == 9)
        #expect(abs(first.refreshMillihertz - millihertz) <= 1)
        #expect(policy.isSatisfied(by: first))
        #expect(!policy.isSatisfied(by: candidates[1]))
        #expect(candidates.count == 8, "the others are fallbacks")
        #expect(ModePolicy(policy.description) == policy)
        let listed = Self.television + [ScreenMode(id: 20, timings: first.timings)]
        #expect(policy.candidates(among: listed, current: nil).first?.id == 20)
        #expect(policy.candidates(among: [], current: nil).isEmpty)
    }

    @Test(arguments: [
        ("preferred", [0, 3, 4, 5, 1, 2]), ("largest", [1, 0, 3, 4, 5, 2]), ("1600x1200", [2, 0, 3, 4, 5, 1]),
    ])
    func aFallbackHasTheDisplaysShapeBeforeItHasTheNearestSize(_ text: String, _ order: [Int]) throws {
        let modes = [
            ScreenMode.make(0, 1920, 1080, 60, preferred: true), .make(1, 1920, 1200, 60), .make(2, 1600, 1200, 60),
            .make(3, 1600, 900, 60), .make(4, 1366, 768, 60), .make(5, 640, 360, 60),
        ].sorted()
        let policy = try #require(ModePolicy(text))
        #expect(policy.candidates(among: modes, current: nil).map(\.id) == order)
    }

    @Test func aModeLineIsTheKernelsModeNumberByNumber() throws {
        let policy = try #require(ModePolicy("74.25 1920 2008 2052 2200 1080 1084 1094 1125 interlace +hsync +vsync"))
        let mode = try #require(policy.candidates(among: Self.television, current: nil).first).timings
        #expect((mode.clock, mode.htotal, mode.vtotal, mode.vrefresh) == (74_250, 2200, 1125, 60))
        #expect([mode.hdisplay, mode.hsyncStart, mode.hsyncEnd] == [1920, 2008, 2052])
        #expect([mode.vdisplay, mode.vsyncStart, mode.vsyncEnd] == [1080, 1084, 1094])
        // DRM_MODE_FLAG_PHSYNC, PVSYNC and INTERLACE; DRM_MODE_TYPE_USERDEF.
        #expect(mode.flags == 1 << 0 | 1 << 2 | 1 << 4)
        #expect((mode.type, mode.name) == (1 << 5, "1920x1080i"))
    }

    @Test func withoutAPreferredModeTheLargestIsPreferred() {
        let modes = [ScreenMode.make(0, 640, 480, 60), .make(1, 1024, 768, 60)].sorted()
        #expect(ModePolicy.preferred.candidates(among: modes, current: nil).map(\.id) == [1, 0])
    }

    /// The modes of a board's composite output: both standards, interlaced and with half the lines.
    @Test(arguments: [
        ("preferred", 0), ("largest", 1), ("smallest", 3), ("current", 2), ("720x576i", 1), ("1920x1080", 0),
        ("720x240", 3),
    ])
    func aTelevisionOutputTriesItsPreferredInterlacedModeFirst(_ text: String, _ first: Int) throws {
        let modes = [
            ScreenMode.make(0, 720, 480, 59.94, preferred: true, interlaced: true),
            .make(1, 720, 576, 50, interlaced: true), .make(2, 720, 288, 50), .make(3, 720, 240, 60, preferred: true),
        ].sorted()
        let policy = try #require(ModePolicy(text))
        let candidates = policy.candidates(among: modes, current: modes.first { $0.id == 2 }, forTelevision: true)
        #expect(candidates.first?.id == first && Set(candidates.map(\.id)) == [0, 1, 2, 3])
    }

    /// The kernel marks the mode of `video=` on its command line: the installer of the machine chose it.
    @Test(arguments: [
        ("preferred", [1, 0, 2]), ("largest", [0, 1, 2]), ("smallest", [2, 1, 0]), ("current", [2, 1, 0]),
        ("1600x1200", [1, 0, 2]), ("640x480", [2, 1, 0]),
    ])
    func aModeOfTheKernelsCommandLineGoesBeforeTheDisplaysOwn(_ text: String, _ order: [Int]) throws {
        let modes = [
            ScreenMode.make(0, 1920, 1080, 60, preferred: true), .make(1, 1280, 720, 60, userDefined: true),
            .make(2, 640, 480, 60),
        ].sorted()
        let policy = try #require(ModePolicy(text))
        #expect(policy.candidates(among: modes, current: modes[0]).map(\.id) == order)
    }

    @Test func anInterlacedModeOfTheKernelsCommandLineIsRequested() {
        let modes = [
            ScreenMode.make(0, 1920, 1080, 60, preferred: true),
            .make(1, 1920, 1080, 60, interlaced: true, userDefined: true),
        ].sorted()
        #expect(ModePolicy.preferred.candidates(among: modes, current: nil).map(\.id) == [1, 0])
    }

    @Test(arguments: [
        "", "x", "1920", "1920x", "x1080", "1920x1080@", "1920x1080@60.", "1920x1080@60.0000", "1920x1080@-60",
        "1920x1080@0", "1920x1080p", "-1x5", "+1x5", "1920x1080x60", "99999x5", "0x0", "1920x1080@60kHz", "Preferred",
        "1920x1080@99999999999999999999", "１９２０x1080", "1920x1080@60,", "1920x1080,cvt-rb3", "173.00 1920 2048",
        "173.00 1920 2048 2248 2000 1080 1083 1088 1120",
    ])
    func malformedPoliciesAreRefused(_ text: String) {
        #expect(ModePolicy(text) == nil)
    }

    @Test(arguments: ["preferred", "1920x1080", "1920x1080i@59.940", "720x576@50", "640x480@59.05"])
    func policiesRoundTrip(_ text: String) {
        #expect(ModePolicy(text)?.description == text)
    }
}
