import Foundation
import Testing

@testable import Screens

@Suite struct SysfsCardTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "sysfs-\(UUID().uuidString)")

    private func write(_ text: String, _ connector: String, _ file: String) throws {
        let folder = root.appending(path: "class/drm/\(connector)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: file))
    }

    private func card() -> SysfsCard? { SysfsCard("card1", root: root.path, processes: root.path) }

    @Test func itHasTheConnectorsOfItsCardAlone() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(card() == nil, "no sysfs")
        try write("", "card10", "dev")
        try write("connected\n", "card10-DP-1", "status")
        #expect(card() == nil, "another card")
        try write("", "card1", "dev")
        #expect(card()?.connectors == [])
        try write("connected\n", "card1-HDMI-A-1", "status")
        try write("1920x1080\n1280x720\n", "card1-HDMI-A-1", "modes")
        try write("bytes", "card1-HDMI-A-1", "edid")
        try write("disconnected\n", "card1-DP-1", "status")
        let connectors = try #require(card()).connectors
        #expect(connectors.map(\.name) == ["DP-1", "HDMI-A-1"])
        #expect(connectors.map(\.status) == ["disconnected", "connected"])
        #expect(connectors.map(\.modes) == [[], ["1920x1080", "1280x720"]])
        #expect(connectors.map(\.edid) == [[], Array("bytes".utf8)])
    }

    @Test(arguments: ["status", "modes", "edid"]) func aChangeOfAnyOfItsFilesIsADifference(_ file: String) throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("", "card1", "dev")
        for file in ["status", "modes", "edid"] { try write("a\n", "card1-DP-1", file) }
        let before = card()
        #expect(card() == before)
        try write("b\n", "card1-DP-1", file)
        #expect(card() != before)
    }

    @Test func aSuspendedDeviceIsAsleepAndShowsTheSame() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("", "card1", "dev")
        try write("connected\n", "card1-DP-1", "status")
        let before = try #require(card())
        #expect(!before.isAsleep, "no power management")
        for (status, isAsleep) in [("active\n", false), ("suspended\n", true), ("unsupported\n", false)] {
            try write(status, "card1/device/power", "runtime_status")
            #expect(card()?.isAsleep == isAsleep && card() == before)
        }
    }

    @Test func aFramebufferOfTheDeviceIsAConsole() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("", "card1", "dev")
        try write("connected\n", "card1-DP-1", "status")
        // If sysfs has no framebuffer devices, any card may have one, as long as a console is on framebuffers.
        let before = try #require(card())
        #expect(!before.hasConsole)
        try write("", "../graphics/fbcon", "rotate")
        #expect(card()?.hasConsole == true)
        try write("", "../../fb", "0")
        #expect(card()?.hasConsole == false && card() == before)
        try write("29:0\n", "card1/device/graphics/fb0", "dev")
        #expect(card()?.hasConsole == true && card() == before)
    }

    @Test func aFileWithoutAnEndIsReadUpToALimit() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("", "card1", "dev")
        try write("connected\n", "card1-DP-1", "status")
        let folder = root.appending(path: "class/drm/card1-DP-1")
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "edid"), withDestinationURL: URL(filePath: "/dev/zero"))
        #expect(try #require(card()).connectors[0].edid.count == 256 * 128)
    }
}
