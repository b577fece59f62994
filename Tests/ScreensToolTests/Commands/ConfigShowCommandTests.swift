import Glibc
import TestSupport
import Testing

@testable import ScreensTool

struct ConfigShowCommandTests {
    private static let configuration = """
        [default]
        brightness = 80
        content = { playlist = [{ color = "#102030" }, { color = "#FFFFFF", during = "17:00-19:00" },
            { color = "#000000", untill = 2027-01-01 }] }

        [[screen]]
        match = { connector = "*" }
        during = "17:00-19:00"
        brightness = 30

        """

    private func show(_ time: String) throws -> ProgramOutput {
        var name = Array("/tmp/screens-show-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let bytes = Array(Self.configuration.utf8)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        return try ProgramOutput(
            TerminalProgram.path(), ["config", "show", "--simulate", "64x48", "--config", path, "--at", time])
    }

    @Test(arguments: [
        ("2026-12-24 18:00", "# at Thu 2026-12-24 18:00", "brightness = 30", "# items: #102030 (1); #FFFFFF (2)"),
        ("2026-12-27 12:00", "# at Sun 2026-12-27 12:00", "brightness = 80", "# items: #102030 (1)"),
    ])
    func theSettingsAndItemsOfAnotherTimeAreShown(
        time: String, head: String, brightness: String, items: String
    ) throws {
        let text = String(decoding: try show(time).bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.first == head)
        #expect(lines.contains { $0.hasPrefix(brightness) } && lines.contains(items), "\(lines)")
    }

    @Test func aWordInPlaceOfATimeIsWrongUsage() throws {
        #expect(try show("noon").status == 64)
    }
}
