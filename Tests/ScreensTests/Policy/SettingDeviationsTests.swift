import Glibc
import Testing

@testable import Screens

@Suite struct SettingDeviationsTests {
    private static let small = ScreenMode.make(0, 640, 480, 60)
    private static let large = ScreenMode.make(1, 800, 600, 60)

    /// Returns the deviations of a screen that shows ``small`` and lists both modes.
    private static func deviations(
        mode policy: String? = nil, format: PixelFormat? = nil, otherwise defaultFormat: PixelFormat = .xrgb8888,
        overscan: Overscan? = nil, refusedBefore: ModesetRefusal? = nil, failure: DarkState? = nil,
        unmetMirror: String? = nil,
        unmetProperties: [String] = [], wallProblem: String? = nil
    ) -> SettingDeviations {
        var settings = ScreenSettings()
        settings.mode = policy.flatMap(ModePolicy.init)
        settings.format = format
        var record = DisplayRecord()
        record.configure(settings)
        if let refusedBefore { record.remember(refusedBefore) }
        return SettingDeviations(
            screen: .make(modes: [small, large]), mode: small, format: .xrgb8888, record: record,
            policy: record.policy(otherwise: .preferred), defaultFormat: defaultFormat, overscan: overscan,
            failure: failure, unmetMirror: unmetMirror,
            unmetProperties: unmetProperties, wallProblem: wallProblem)
    }

    @Test func theCauseIsWithoutTheValueInItsPlace() {
        let refused = SettingDeviation(.mode, shows: "640x480@60.000", because: "DP-1: the driver refuses 1x1")
        #expect(refused.message == "DP-1: the driver refuses 1x1; it shows 640x480@60.000")
        #expect(refused.cause == "DP-1: the driver refuses 1x1")
        #expect(SettingDeviation(.wall, "DP-1: too large").cause == "DP-1: too large")
    }

    @Test func aScreenThatFollowsItsSettingsHasNoDeviation() {
        #expect(Self.deviations().all.isEmpty)
        #expect(Self.deviations(mode: "640x480", format: .xrgb8888).all.isEmpty)
    }

    @Test func aModeThatTheDisplayListsIsRefused() {
        let message = "HDMI-A-1: the driver refuses 800x600@60.000; it shows 640x480@60.000"
        #expect(
            Self.deviations(mode: "800x600").all
                == [SettingDeviation(.mode, instead: "640x480@60.000", message)])
    }

    @Test func theReasonOfAnEarlierRefusalIsRemembered() {
        let refusal = ModesetRefusal(Self.large, errno: EINVAL, fallbacks: ["on CRTC 1"])
        #expect(
            Self.deviations(mode: "800x600", refusedBefore: refusal).ofMode()?.message
                == "HDMI-A-1: \(refusal.clause); it shows 640x480@60.000")
    }

    @Test func aModeThatWasJustRefusedIsNamedThoughThePolicyIsSatisfied() {
        let refusal = ModesetRefusal(Self.small, errno: EINVAL)
        #expect(
            Self.deviations().ofMode(refused: [refusal])?.message
                == "HDMI-A-1: \(refusal.clause); it shows 640x480@60.000")
        #expect(Self.deviations(mode: "640x480").ofMode(refused: [ModesetRefusal(Self.large, errno: EINVAL)]) == nil)
    }

    @Test func aFailureIsNamedBeforeARefusal() {
        let failure = DarkState(.modesetFailed, message: "the driver is busy")
        #expect(
            Self.deviations(mode: "800x600", failure: failure).ofMode()?.message
                == "HDMI-A-1: the driver is busy, and the modeset is repeated; it shows 640x480@60.000")
    }

    @Test func aModeThatNoDisplayHasIsNotUsable() {
        #expect(
            Self.deviations(mode: "123x45").ofMode()?.message
                == "HDMI-A-1 has no usable mode 123x45; it shows 640x480@60.000")
    }

    @Test func aFormatIsMissedIfItWasRequested() {
        let missed = SettingDeviation(
            .format, instead: "xrgb8888", "HDMI-A-1: the format rgb565 is not available; it shows xrgb8888")
        #expect(Self.deviations(format: .rgb565).all == [missed])
        #expect(Self.deviations(otherwise: .rgb565).all == [missed])
    }

    @Test(
        arguments: [
            ("37.5%", nil), ("180,240,180,240", nil), ("0", nil), ("38%", "180,240,180,240"),
            ("0,0,0,481", "0,0,0,480"),
            ("400,0,100,0", "288,0,72,0"), ("16384", "180,240,180,240"),
        ] as [(String, String?)])
    func overscanThatLeavesTooLittleIsLimited(text: String, applied: String?) throws {
        let overscan = try #require(Overscan(text))
        let deviations = Self.deviations(overscan: overscan).all
        #expect(deviations.map(\.instead) == (applied.map { [$0] } ?? []))
        #expect(
            deviations.allSatisfy { $0.setting == .overscan && $0.message.hasSuffix("limited to \(applied ?? "")") })
    }

    @Test func overscanOfAnyNumberIsLimited() {
        let all = Overscan(top: .pixels(.max), right: .hundredths(.max), bottom: .pixels(.max), left: .pixels(.min))
        #expect(Self.deviations(overscan: all).all.map(\.instead) == ["180,480,180,0"])
        #expect(Self.deviations(overscan: Overscan(.pixels(.min))).all.isEmpty)
    }

    @Test func allHaveTheirOrderAndTheWallIsNotReportedAfterAModeset() {
        let deviations = Self.deviations(
            mode: "800x600", format: .rgb565, overscan: Overscan(.pixels(300)), unmetMirror: "DP-1",
            unmetProperties: ["max bpc: refused"],
            wallProblem: "too large")
        #expect(deviations.all.map(\.setting) == [.mode, .format, .overscan, .mirrorSource, .properties, .wall])
        #expect(deviations.ofModeset().map(\.setting) == [.mode, .format, .overscan, .mirrorSource, .properties])
        #expect(deviations.all.suffix(2).map(\.message) == ["HDMI-A-1: max bpc: refused", "HDMI-A-1: too large"])
    }
}
