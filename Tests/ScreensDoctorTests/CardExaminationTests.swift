import Foundation
import Testing

@testable import Screens
@testable import ScreensDoctor
@testable import ScreensReports

/// Facts about cards from the files of the kernel.
@Suite struct CardExaminationTests {
    /// The number of a card that no machine has: to open its node fails.
    private static let name = "card987"

    /// Makes a sysfs with one card, of a device with a driver.
    private func sysfs(driver: String) throws -> URL {
        let root = FileManager.default.temporaryDirectory.appending(path: "sysfs-\(UUID().uuidString)")
        let device = root.appending(path: "class/drm/\(Self.name)/device")
        try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: device.appending(path: "driver").path(), withDestinationPath: "../../bus/pci/drivers/\(driver)")
        return root
    }

    /// The inspection has the cards of this seat alone.
    @Test(arguments: [("nvidia", false, true), ("nvidia", true, false), ("i915", false, false)])
    func aCardOfAnotherSeatIsLeftClosedIfAReaderDisablesIt(
        _ driver: String, _ opensAll: Bool, _ isLeftClosed: Bool
    ) throws {
        let root = try sysfs(driver: driver)
        defer { try? FileManager.default.removeItem(at: root) }
        let cards = CardExamination.cards(
            Inspection(connectors: [], cards: []), heldByDaemon: [], opensAll: opensAll, sysfs: root.path())
        let card = try #require(cards.first { $0.name == Self.name })
        #expect(card.isLeftClosed == isLeftClosed && !card.isOnSeat)
        #expect((card.failure == nil) == isLeftClosed, "it was opened")
        #expect(card.driver == (isLeftClosed ? driver : nil))
    }
}
