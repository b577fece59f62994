import Testing

@testable import ScreensDoctor

/// The modules that are made for a device.
struct ModuleAliasesTests {
    private static let loadable = """
        # Aliases extracted from modules themselves.
        alias pci:v000015ADd00000405sv*sd*bc*sc*i* vmwgfx
        alias pci:v*d*sv*sd*bc03sc00i00* vga16fb
        alias pci:v000015ADd*sv*sd*bc*sc*i* vmwgfx
        alias usb:v15ADp0405d* unrelated
        alias pci:truncated
        """
    private static let builtIn =
        "bochs.license=GPL\0bochs.alias=pci:v00001234d00001111sv*sd*bc*sc*i*\0bochs.parm=alias=pci:*\0alias\0"

    @Test(arguments: [
        ("pci:v000015ADd00000405sv000015ADsd00000405bc03sc00i00", ["vga16fb", "vmwgfx"]),
        ("pci:v000015ADd00000405sv000015ADsd00000405bc03sc80i00", ["vmwgfx"]),
        ("pci:v00001234d00001111sv00001AF4sd00001100bc03sc80i00", ["bochs"]),
        ("pci:v00008086d00003E92sv00001028sd00000869bc03sc80i00", []), ("", []),
    ])
    func modulesOfADeviceFollowFromThePatternsOfBothFiles(_ device: String, _ expected: [String]) {
        #expect(ModuleAliases(loadable: Self.loadable, builtIn: Self.builtIn).modules(for: device) == expected)
    }
}
