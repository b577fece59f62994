import Foundation
import Testing

@testable import ScreensUdev

@Suite struct HardwareDatabaseTests {
    private static let isInstalled = ["/etc/udev/hwdb.bin", "/lib/udev/hwdb.bin", "/usr/lib/udev/hwdb.bin"]
        .contains { FileManager.default.fileExists(atPath: $0) }

    @Test(.enabled(if: isInstalled, "udev's hardware database is not installed"))
    func aManufacturerHasItsName() {
        #expect(HardwareDatabase.vendor(pnpID: "DEL")?.hasPrefix("Dell") == true)
    }

    @Test(arguments: ["", "de", "DE*", "DELL", "***", "D:L", "ÄÖÜ"])
    func anInvalidIdHasNoManufacturer(_ id: String) {
        #expect(HardwareDatabase.vendor(pnpID: id) == nil)
    }
}
