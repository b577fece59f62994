import Testing

@testable import Screens

/// The choice of a screen's backlight, and the meaning of its values, without files.
@Suite struct BacklightTests {
    private static let choice = BacklightChoice(
        connector: "/gpu0/drm/card0/card0-eDP-1", card: "/gpu0", otherCards: ["/gpu1"], isInternal: true)

    private static func light(_ name: String, _ kind: Backlight.Kind, _ device: String) -> Backlight {
        Backlight(name: name, kind: kind, device: device, maximum: 100)
    }

    private static let all = [
        light("intel_backlight", .raw, "/gpu0/drm/card0/card0-eDP-1"), light("acpi_video0", .firmware, "/gpu0"),
        light("thinkpad_screen", .platform, "/platform/thinkpad"), light("amdgpu_bl1", .raw, "/gpu1"),
        light("acpi_video1", .firmware, "/gpu1"), light("other", .raw, "/gpu0/drm/card0/card0-eDP-2"),
    ]

    @Test(
        arguments: [
            (["acpi_video0", "intel_backlight", "thinkpad_screen"], "acpi_video0"),
            (["intel_backlight", "thinkpad_screen"], "thinkpad_screen"), (["intel_backlight"], "intel_backlight"),
            (["amdgpu_bl1", "acpi_video1", "other"], nil), (["amdgpu_bl1", "intel_backlight"], "intel_backlight"),
            ([], nil),
        ] as [([String], String?)])
    func theBacklightOfThePanelIsChosen(_ names: [String], _ expected: String?) {
        let there = Self.all.filter { names.contains($0.name) }
        #expect(Self.choice.best(among: there)?.name == expected)
        #expect(Self.choice.best(among: there.reversed())?.name == expected)
    }

    @Test func theNearestOfTheSameKindCounts() {
        let near = Self.light("b", .raw, "/gpu0/drm/card0/card0-eDP-1")
        let card = Self.light("a", .raw, "/gpu0")
        let free = Self.light("0", .raw, "/platform/backlight")
        #expect(Self.choice.best(among: [free, card, near]) == near)
        #expect(Self.choice.best(among: [free, card]) == card)
    }

    @Test func anExternalScreenHasABacklightOnItsConnectorOnly() {
        let choice = BacklightChoice(
            connector: "/gpu0/drm/card0/card0-DP-1", card: "/gpu0", otherCards: [], isInternal: false)
        #expect(choice.best(among: Self.all) == nil)
        let own = Self.light("ddc", .raw, "/gpu0/drm/card0/card0-DP-1")
        #expect(choice.best(among: Self.all + [own]) == own)
    }

    @Test(arguments: [
        (0.0, 100, 0), (1, 100, 100), (0.5, 100, 50), (0.004, 100, 0), (0.5, 7, 4), (1, 1, 1), (-1, 100, 0),
        (2, 100, 100),
        (.nan, 100, 0), (.infinity, 100, 100), (0.25, 96_000, 24_000),
    ])
    func brightnessIsAPartOfTheHighestValue(_ brightness: Double, _ maximum: Int, _ value: Int) {
        #expect(BacklightLevel.value(brightness, maximum: maximum) == value)
    }

    @Test func everyValueComesBackAsItself() {
        for maximum in [1, 7, 15, 100, 255, 937] {
            for value in 0...maximum {
                let brightness = BacklightLevel.brightness(value, maximum: maximum)
                #expect(BacklightLevel.value(brightness, maximum: maximum) == value)
            }
        }
        #expect(BacklightLevel.brightness(200, maximum: 100) == 1)
        #expect(BacklightLevel.brightness(-5, maximum: 100) == 0)
    }

    @Test(arguments: [13, 1, 30] as [Int32])
    func missingPermissionIsReportedWithARemedy(_ errno: Int32) {
        let error = BacklightFolder.error(errno, "/sys/class/backlight/x/brightness", "eDP-1")
        #expect(error.code == .permissionDenied)
        #expect(error.remedy?.contains("video") == true && error.remedy?.contains("/x/brightness") == true)
        #expect(BacklightFolder.error(5, "", "eDP-1").code == .system)
    }
}
