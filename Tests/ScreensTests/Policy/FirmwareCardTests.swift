import Testing

@testable import Screens

@Suite struct FirmwareCardTests {
    @Test(
        arguments: [
            ("simpledrm", ["simpledrm", "vc4"], true), ("efidrm", ["i915"], true), ("ofdrm", ["nvidia-drm"], true),
            ("simpledrm", ["simpledrm"], false), ("simpledrm", [], false),
            ("simpledrm", ["simpledrm", "efidrm"], false),
            // Its own hardware has no driver.
            ("simpledrm", ["simpledrm", "udl"], false), ("vesadrm", ["vkms", "evdi"], false),
            ("vc4", ["simpledrm", "vc4"], false), (nil, ["vc4"], false),
        ] as [(String?, [String], Bool)])
    func aCardOfTheFirmwareIsSetAsideBesideOneOfTheHardware(
        _ driver: String?, _ drivers: [String], _ isSetAside: Bool
    ) {
        #expect(FirmwareCard.isSetAside(driver, beside: drivers) == isSetAside)
    }
}
