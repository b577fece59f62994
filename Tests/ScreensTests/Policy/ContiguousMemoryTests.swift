import Glibc
import Testing

@testable import Screens
@testable import ScreensKMS

@Suite struct ContiguousMemoryTests {
    private static func meminfo(_ total: String, _ free: String) -> String {
        "MemTotal: 948304 kB\nMemFree: 123456 kB\nCmaTotal:  \(total)\nCmaFree:   \(free)\nHugePages_Total: 0\n"
    }

    @Test func theSizesAgreeWithTheKernel() throws {
        let memory = try #require(ContiguousMemory(meminfo: Self.meminfo("65536 kB", "3072 kB")))
        #expect(memory.total == 64 << 20 && memory.free == 3 << 20)
        #expect(memory.state == "3 of 64 MiB of contiguous memory (CMA) are free")
    }

    @Test(arguments: [
        ("0 kB", "0 kB"), ("", ""), ("65536", "1 kB"), ("65536 kB", ""), ("-1 kB", "1 kB"), ("x kB", "1 kB"),
        ("9223372036854775807 kB", "1 kB"), ("99999999999999999999 kB", "1 kB"),
    ])
    func nothingIsKnownWithoutBothSizes(_ total: String, _ free: String) {
        #expect(ContiguousMemory(meminfo: Self.meminfo(total, free)) == nil)
        #expect(ContiguousMemory(meminfo: "") == nil)
    }

    @Test(arguments: [(ENOMEM, true), (EINVAL, false), (ENOSPC, false)])
    func aRefusalForLackOfMemoryNamesItBesideTheRemedy(_ code: Int32, _ isNamed: Bool) throws {
        let error = KMSError(call: "drmModeCreateDumbBuffer", object: "card0", errno: code)
        let refusal = ScreenError(modeset: error, mode: .make(0, 3840, 2160, 60), object: "card0 HDMI-A-1") {
            ContiguousMemory(meminfo: Self.meminfo("65536 kB", "3072 kB"))?.state
        }
        let state = "(3 of 64 MiB of contiguous memory (CMA) are free)"
        #expect(refusal.remedy == "choose another mode" && refusal.code == .modeRefused)
        #expect(
            refusal.description.contains(state) == isNamed && refusal.description.hasSuffix("; choose another mode"))
    }

    @Test(
        arguments: [
            // Two buffers of 3840x2160 in XRGB8888 are 63.3 MiB.
            (64, 2, PixelFormat.xrgb8888, true), (63, 2, .xrgb8888, false), (64, 3, .xrgb8888, false),
            (64, 3, .rgb565, true), (0, 2, .rgb565, false),
        ] as [(Int, Int, PixelFormat, Bool)])
    func aModeFitsIfAllItsBuffersDo(_ megabytes: Int, _ buffers: Int, _ format: PixelFormat, _ fits: Bool) throws {
        let memory = try #require(ContiguousMemory(meminfo: Self.meminfo("\(megabytes << 10 | 1) kB", "0 kB")))
        var options = PipeOptions()
        options.bufferCount = buffers
        options.format = format
        #expect((memory.problem(of: .make(0, 3840, 2160, 60), options) == nil) == fits)
    }

    @Test(
        arguments: [
            ("vc4", 2048, true), ("vc4", 7680, true), ("vc4", 8192, false), ("vc4", 16_384, false),
            ("i915", 16_384, false), ("", 0, false),
        ] as [(String, Int, Bool)])
    func onlyDriversWithoutAnIOMMUTakeBuffersFromIt(_ driver: String, _ width: Int, _ takes: Bool) {
        #expect(Self.takesBuffers(driver, width: width) == takes)
    }

    /// The users of the DMA helpers in the kernel's source that have no IOMMU in a device tree.
    @Test(arguments: [
        "atmel-hlcdc", "fsl-dcu-drm", "imx-dcss", "imx-drm", "imx-lcdc", "imx-lcdif", "ingenic-drm", "kirin", "mcde",
        "meson", "mxsfb-drm", "rcar-du", "rzg2l-du", "shmob-drm", "sti", "stm", "tidss", "tilcdc", "tve200",
    ])
    func driversOfTheDMAHelpersTakeBuffersFromIt(_ driver: String) {
        #expect(Self.takesBuffers(driver, width: 4096))
    }

    /// Drivers with an IOMMU on some boards, or with memory of the board's own.
    @Test(arguments: [
        "adp", "arcpgu", "aspeed-gfx-drm", "hdlcd", "imx8-dc", "kmb-drm", "komeda", "logicvc-drm", "mali-dp",
        "mediatek", "pl111", "rockchip", "sprd", "sun4i-drm", "verisilicon", "zynqmp-dpsub",
    ])
    func driversThatMayHaveOtherMemoryDoNot(_ driver: String) {
        #expect(!Self.takesBuffers(driver, width: 4096))
    }

    private static func takesBuffers(_ driver: String, width: Int) -> Bool {
        let limits = FramebufferLimits(width: 0...width, height: 0...width)
        let card = CardSnapshot(
            driver: driver, capabilities: CardCapabilities(isAtomic: true), framebufferLimits: limits, connectors: [],
            crtcs: [], planes: [])
        return DriverRules(for: card).rules.contains(.contiguousMemory)
    }
}
