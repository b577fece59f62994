import Testing

@testable import ScreensKMS

@Suite struct ModeTimingsTests {
    private static let mode = ModeTimings(
        clock: 148_500, hdisplay: 1920, hsyncStart: 2008, hsyncEnd: 2052, htotal: 2200, hskew: 1, vdisplay: 1080,
        vsyncStart: 1084, vsyncEnd: 1089, vtotal: 1125, vscan: 2, vrefresh: 60, flags: 5, type: 0x48,
        name: "1920x1080")

    @Test func timingsSurviveTheWayToTheKernelAndBack() {
        #expect(ModeTimings(Self.mode.kernelInfo) == Self.mode)
    }

    @Test func aNameThatIsTooLongIsCutAndEnds() {
        var mode = Self.mode
        mode.name = String(repeating: "x", count: 40)
        #expect(ModeTimings(mode.kernelInfo).name == String(repeating: "x", count: 31))
    }

    @Test(
        arguments: [(0, nil), (1, [4, 3]), (2, [16, 9]), (3, [64, 27]), (4, [256, 135]), (5, nil), (15, nil)]
            as [(UInt32, [Int]?)])
    func thePicturesAspectStandsInTheFlags(_ bits: UInt32, _ aspect: [Int]?) {
        var mode = Self.mode
        mode.flags |= bits << 19
        #expect(mode.pictureAspect.map { [$0.width, $0.height] } == aspect)
    }
}
