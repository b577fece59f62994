import Screens
import ScreensLinux
import Testing

@testable import ScreensTool

/// Frames that are too large for the machine.
@Suite struct VideoMemoryLimitTests {
    @Test(
        arguments: [
            (3840, 2160, .yuv420p, 512, nil), (7680, 4320, .yuv420p, 1024, nil), (7680, 4320, .yuv420p, 512, 65),
            (8192, 8192, .yuv444p, 2047, 65), (8192, 8192, .yuv444p, 2048, nil), (1, 1, .gray8, 0, 65),
        ] as [(Int, Int, VideoPixelFormat, Int, Int32?)])
    func framesTakeHalfOfTheMemoryAtMost(
        _ width: Int, _ height: Int, _ pixels: VideoPixelFormat, _ mebibytes: Int, _ status: Int32?
    ) throws {
        let format = try VideoFormat(size: Size(width: width, height: height), pixels: pixels)
        var found: Int32?
        do throws(Failure) {
            try VideoMemoryLimit.check(format, of: mebibytes << 20)
        } catch {
            found = error.status.rawValue
        }
        #expect(found == status)
    }

    @Test func thisMachineHasMemory() { #expect(VideoMemoryLimit.ofThisMachine > 1 << 26) }
}
