import Foundation
import Glibc
import Testing

@testable import ProgramSamples
@testable import ScreensLinux
@testable import ScreensTool

/// The kernel's files of some connectors, in a folder.
private final class KernelFolders {
    let root: URL
    var system: ConnectorFiles.System {
        ConnectorFiles.System(cards: root.path + "/drm", debug: root.path + "/debug")
    }

    init(_ connectors: [String], hasDebug: Bool = true) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        for connector in connectors {
            try write("disconnected\n", "drm/\(connector)/status")
            try write("1024x768\n800x600\n", "drm/\(connector)/modes")
        }
        guard hasDebug else { return }
        for connector in connectors {
            let parts = connector.dropFirst("card".count).split(separator: "-", maxSplits: 1)
            try write("", "debug/dri/\(parts[0])/\(parts[1])/edid_override")
            try write("unspecified\n", "debug/dri/\(parts[0])/\(parts[1])/force")
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func write(_ text: String, _ path: String) throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Returns whether a file begins with a text: a write does not truncate the kernel's files.
    func begins(_ path: String, _ text: String) throws -> Bool {
        try Data(contentsOf: root.appendingPathComponent(path)).starts(with: Data(text.utf8))
    }

    func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
    }

    /// Makes a file a link to another one.
    func link(_ path: String, to target: String) throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    }

    func connector(_ name: String) throws(Failure) -> ConnectorFiles { try ConnectorFiles.find(name, in: system) }
}

@Suite struct ForceCommandTests {
    private let edid = [UInt8](repeating: 7, count: 128)

    @Test(arguments: [
        ("HDMI-A-1", ["card1-HDMI-A-1", "card1", "renderD128"], "card1/HDMI-A-1"),
        ("card1/DP-1", ["card0-DP-1", "card1-DP-1"], "card1/DP-1"),
    ])
    func aConnectorIsFoundByItsName(_ name: String, _ folders: [String], _ found: String) throws {
        let kernel = try KernelFolders(folders.filter { $0.contains("-") })
        for folder in folders where !folder.contains("-") { try kernel.write("", "drm/\(folder)/uevent") }
        #expect(try kernel.connector(name).qualifiedName == found)
    }

    @Test(arguments: [
        ("DP-1", ["card0-DP-1", "card1-DP-1"], ScreensLinux.ExitStatus.usage, "card0/DP-1, card1/DP-1"),
        ("DP-2", ["card0-DP-1"], .noSuchScreen, "no connector is named DP-2"),
        ("../DP-1", ["card0-DP-1"], .noSuchScreen, "no connector"),
    ])
    func aNameOfNoConnectorOrOfSeveralIsAnError(
        _ name: String, _ folders: [String], _ status: ScreensLinux.ExitStatus, _ text: String
    ) throws {
        let kernel = try KernelFolders(folders)
        let failure = #expect(throws: Failure.self) { try kernel.connector(name) }
        #expect(failure?.status == status)
        #expect(failure?.message.contains(text) == true, "\(failure?.message ?? "")")
    }

    @Test(arguments: [(ConnectorFiles.Force.on, "on"), (.off, "off"), (.auto, "detect")])
    func theKernelGetsItsWord(_ force: ConnectorFiles.Force, _ word: String) throws {
        let kernel = try KernelFolders(["card0-DP-1"])
        try kernel.connector("DP-1").force(force, edid: nil)
        #expect(try kernel.begins("drm/card0-DP-1/status", word))
        #expect(try kernel.text("debug/dri/0/DP-1/edid_override").isEmpty)
    }

    /// A connector that is already forced on is probed by `detect` first. Each write leaves the end of the former text.
    @Test(arguments: [("unspecified", "onsconnected\n"), ("on", "ontectnected\n")])
    func anEDIDComesWithAProbe(_ forced: String, _ status: String) throws {
        let kernel = try KernelFolders(["card0-DP-1"])
        try kernel.write(forced + "\n", "debug/dri/0/DP-1/force")
        try kernel.connector("DP-1").force(.on, edid: edid)
        #expect(try kernel.begins("debug/dri/0/DP-1/edid_override", String(decoding: edid, as: UTF8.self)))
        #expect(try kernel.text("drm/card0-DP-1/status") == status)
    }

    /// A second read of a pipe would find nothing, as with standard input.
    @Test func anEDIDIsReadFromAPipeOnce() throws {
        var pipe: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&pipe) == 0)
        defer { close(pipe[0]) }
        #expect(write(pipe[1], SampleEDID.television, SampleEDID.television.count) == SampleEDID.television.count)
        close(pipe[1])
        #expect(try ForceCommand.edid(at: "/proc/self/fd/\(pipe[0])") == SampleEDID.television)
    }

    /// The kernel's file rejects every text that is not a number.
    @Test func onlyARejectedOverrideIsABadEDID() throws {
        let kernel = try KernelFolders(["card0-DP-1", "card0-DP-2"])
        try kernel.link("debug/dri/0/DP-1/edid_override", to: "/proc/self/oom_score_adj")
        try kernel.link("drm/card0-DP-2/status", to: "/proc/self/oom_score_adj")
        let override = #expect(throws: Failure.self) { try kernel.connector("DP-1").force(.on, edid: edid) }
        #expect(override?.status == .badData && override?.message.contains("rejects this EDID") == true)
        let state = #expect(throws: Failure.self) { try kernel.connector("DP-2").force(.on, edid: nil) }
        #expect(state?.status == .system && state?.message.contains("EDID") == false, "\(state?.message ?? "")")
    }

    @Test(arguments: [nil, [7]] as [[UInt8]?])
    func aConnectorThatIsRemovedMeanwhileIsAnUnknownScreen(_ edid: [UInt8]?) throws {
        let kernel = try KernelFolders(["card0-DP-1"])
        let connector = try kernel.connector("DP-1")
        try FileManager.default.removeItem(at: kernel.root)
        let failure = #expect(throws: Failure.self) { try connector.force(.on, edid: edid) }
        #expect(failure?.status == .noSuchScreen, "\(failure?.message ?? "")")
    }

    @Test func anEDIDWithoutDebugfsNamesTheRemedyAndForcesNothing() throws {
        let kernel = try KernelFolders(["card0-DP-1"], hasDebug: false)
        let failure = #expect(throws: Failure.self) { try kernel.connector("DP-1").force(.on, edid: edid) }
        #expect(failure?.status == .unavailable)
        #expect(failure?.message.contains("mount -t debugfs") == true)
        #expect(try kernel.begins("drm/card0-DP-1/status", "disconnected"))
    }

    @Test func theFormerEDIDStaysIfTheStateCannotBeForced() throws {
        let kernel = try KernelFolders(["card0-DP-1"])
        try kernel.write(String(repeating: "o", count: 128), "debug/dri/0/DP-1/edid_override")
        let connector = try kernel.connector("DP-1")
        try FileManager.default.removeItem(at: kernel.root.appendingPathComponent("drm/card0-DP-1/status"))
        #expect(throws: Failure.self) { try connector.force(.on, edid: edid) }
        #expect(try kernel.begins("debug/dri/0/DP-1/edid_override", String(repeating: "o", count: 128)))
    }

    @Test func anOverrideIsRemovedOnlyIfThereIsOne() throws {
        let kernel = try KernelFolders(["card0-DP-1", "card0-DP-2"])
        try kernel.write("another", "debug/dri/0/DP-1/edid_override")
        for name in ["DP-1", "DP-2"] { try kernel.connector(name).removeOverride() }
        #expect(try kernel.begins("debug/dri/0/DP-1/edid_override", "reset"))
        #expect(try !kernel.begins("debug/dri/0/DP-2/edid_override", "reset"))
    }
}
