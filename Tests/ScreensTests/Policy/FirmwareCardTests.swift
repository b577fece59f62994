import Testing

@testable import Screens

@Suite struct FirmwareCardTests {
    @Test(
        arguments: [
            ("simpledrm", ["simpledrm", "vc4"], true), ("efidrm", ["i915"], true), ("ofdrm", ["nvidia-drm"], true),
            ("simpledrm", ["simpledrm"], false), ("simpledrm", [], false),
            ("simpledrm", ["simpledrm", "efidrm"], false),
            // The card's own hardware has no driver.
            ("simpledrm", ["simpledrm", "udl"], false), ("vesadrm", ["vkms", "evdi"], false),
            ("simpledrm", ["simpledrm", "panel-mipi-dbi"], false), ("simpledrm", ["ili9341", "ssd130x"], false),
            ("efidrm", ["appletbdrm", "gm12u320"], false), ("simpledrm", ["repaper", "sharp_memory_display"], false),
            ("simpledrm", ["ili9486", "vc4"], true),
            ("vc4", ["simpledrm", "vc4"], false), (nil, ["vc4"], false),
        ] as [(String?, [String], Bool)])
    func aCardOfTheFirmwareIsSetAsideBesideOneOfTheHardware(
        _ driver: String?, _ drivers: [String], _ isIgnored: Bool
    ) {
        #expect(FirmwareCard.isIgnored(driver, beside: drivers) == isIgnored)
    }
}
