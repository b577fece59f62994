import ScreensKMS
import Testing

@testable import Screens

@Suite struct ScreenModeTests {
    /// Most drivers list the lines of a frame; some list the lines of a field beside the frame's total.
    @Test(arguments: [
        (540, 1125, true, 1080), (1080, 1125, true, 1080), (288, 625, true, 576), (240, 525, true, 480),
        (480, 525, true, 480), (576, 625, true, 576), (240, 262, true, 240),
        (240, 525, false, 240), (540, 1125, false, 540), (1080, 1125, false, 1080),
    ])
    func theHeightOfAnInterlacedModeIsTheFrames(_ vdisplay: UInt16, _ vtotal: UInt16, _ interlaced: Bool, _ height: Int)
    {
        let mode = Self.mode(vdisplay, vtotal, interlaced)
        #expect(mode.height == height && mode.size == Size(width: 1920, height: height))
        #expect(mode.scanoutSize == Size(width: 1920, height: Int(vdisplay)))
        #expect(mode.timings.vdisplay == vdisplay, "the kernel gets the mode back as it was")
    }

    @Test func anInterlacedModeThatListsAFieldIsNamedByTheFrame() throws {
        let fields = Self.mode(540, 1125, true)
        #expect(fields.description == "1920x1080i@60.000")
        let modes = [ScreenMode.make(1, 1280, 720, 60), fields].sorted()
        #expect(modes.last == fields, "it is the larger one")
        for text in ["1920x1080i", "1920x1080i@60", fields.description] {
            let policy = try #require(ModePolicy(text))
            #expect(policy.candidates(among: modes, current: nil).first == fields && policy.isSatisfied(by: fields))
        }
        #expect(ModeRequest("1920x540i")?.matches(among: modes) == [])
    }

    private static func mode(_ vdisplay: UInt16, _ vtotal: UInt16, _ interlaced: Bool) -> ScreenMode {
        ScreenMode(
            id: 0,
            timings: ModeTimings(
                clock: 74_250, hdisplay: 1920, hsyncStart: 2008, hsyncEnd: 2052, htotal: 2200, vdisplay: vdisplay,
                vsyncStart: vdisplay, vsyncEnd: vdisplay, vtotal: vtotal, vrefresh: 30, flags: interlaced ? 0x15 : 5,
                name: ""))
    }
}
