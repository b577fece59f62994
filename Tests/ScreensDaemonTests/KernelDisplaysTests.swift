import Glibc
import Testing

@testable import ScreensDaemon

/// The check for displays that no event has reported.
@Suite struct KernelDisplaysTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ["status", "edid", "modes"])
    func anotherFileOfAConnectorIsAChange(_ file: String) {
        mkdir(folder / "card0-HDMI-A-1", 0o755)
        for file in ["status", "edid", "modes"] { folder.write([1], to: "card0-HDMI-A-1/\(file)") }
        let before = KernelDisplays(in: folder.path)
        #expect(KernelDisplays(in: folder.path) == before)
        folder.write([2], to: "card0-HDMI-A-1/\(file)")
        #expect(KernelDisplays(in: folder.path) != before)
    }
}
