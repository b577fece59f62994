import Foundation
import ScreensEDID
import ScreensJSON
import Testing

@testable import ProgramSamples
@testable import ScreensLinux
@testable import ScreensManager
@testable import ScreensReports
@testable import ScreensTool

/// Every path gives bytes, or one line with the reason why it does not.
struct DisplayFileTests {
    /// Runs `body` with the path of a file with these bytes.
    private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "screens-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    private func failure(_ bytes: [UInt8]) throws -> Failure? {
        try withFile(bytes) { path in
            #expect(throws: Failure.self) { try DisplayFile.displays(at: path) }
        }
    }

    @Test(arguments: [
        ("/nonexistent/edid", 66, "cannot read /nonexistent/edid: No such file or directory"),
        ("", 66, "cannot read : No such file or directory"),
        ("/dev", 66, "cannot read /dev: Is a directory"),
        ("/dev/null/x", 66, "cannot read /dev/null/x: Not a directory"),
        ("/dev/null", 65, "/dev/null is not an EDID: it is empty"),
        ("/dev/zero", 65, "/dev/zero is not an EDID: it has more than 256 blocks of 128 bytes"),
        ("/dev/urandom", 65, "/dev/urandom is not an EDID: it has more than 256 blocks of 128 bytes"),
    ])
    func aPathThatLeadsToNoEDIDSaysWhy(path: String, status: Int32, message: String) {
        let failure = #expect(throws: Failure.self) { try DisplayFile.displays(at: path) }
        #expect(failure?.status.rawValue == status)
        #expect(failure?.message == message)
    }

    @Test(
        arguments: [
            ([], "it is empty"), ([0x00], "it has fewer than 128 bytes"),
            ([UInt8](repeating: 0, count: 128), "it does not begin with the header of a base block"),
            (Array("not hex".utf8), "line 1 is not hexadecimal"),
            (Array("00 ff".utf8), "it has fewer than 128 bytes"),
        ] as [([UInt8], String)])
    func bytesThatAreNotAnEDIDAreBadData(bytes: [UInt8], reason: String) throws {
        let failure = try failure(bytes)
        #expect(failure?.status == .badData)
        #expect(failure?.message.hasSuffix(" is not an EDID: \(reason)") == true)
    }

    @Test func asManyBlocksAsThereCanBeAreReadAndNoneMore() throws {
        let whole = SampleEDID.television + [UInt8](repeating: 0, count: 254 * 128)
        let displays = try withFile(whole) { try DisplayFile.displays(at: $0) }
        #expect(displays.map(\.display.description.identity.model) == ["Sample TV"])
        #expect(try failure(whole + [0])?.message.contains("more than 256 blocks") == true)
        let text = Array(whole.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined().utf8)
        #expect(try withFile(text) { try DisplayFile.edids(at: $0) }.map(\.bytes) == [whole])
        #expect(try failure(text + Array("00".utf8))?.message.contains("more than 256 blocks") == true)
        // A text of this length is not read to its end.
        #expect(try failure([UInt8](repeating: 0x20, count: 1 << 21))?.message.contains("more than 256 blocks") == true)
    }

    @Test(arguments: [["edid"], ["edid", "--bogus", "a"], ["info"], ["info", "a", "b"]])
    func aWrongCommandLineIsWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func aDashIsStandardInput() throws {
        let command = try #require(try ScreensCommand.parseAsRoot(["edid", "-", "--json"]) as? EDIDCommand)
        #expect(command.files == ["-"])
        #expect(command.json)
    }

    @Test func severalFilesAreHeadedByTheirNames() throws {
        let television = KnownDisplay(try DisplayDescription(decoding: SampleEDID.television), vendor: nil)
        let displays = [
            DisplayInFile(file: "a\u{1B}.bin", connector: nil, display: television),
            DisplayInFile(file: "-", connector: "HDMI-1", display: television),
        ]
        let text = try EDIDCommand.text(of: displays, json: false, isOne: false)
        #expect(text.dangerousScalars.isEmpty)
        #expect(text.hasPrefix("==> a\\u{1B}.bin <==\nDISPLAY\n"))
        #expect(text.contains("\n\n==> standard input HDMI-1 <==\nDISPLAY\n"))
        let json = try EDIDCommand.text(of: displays, json: true, isOne: false)
        let array = try #require(try JSONValue(decoding: Array(json.utf8)).array)
        #expect(array.map { $0["file"]?.string } == ["a\u{1B}.bin", "-"])
        #expect(array.map { $0["connector"]?.string } == [nil, "HDMI-1"])
        #expect(array.map { $0["identity"]?["model"]?.string } == ["Sample TV", "Sample TV"])
        // A single display of a single file is an object; displays of several files are an array.
        let one = Array(displays.prefix(1))
        #expect(try EDIDCommand.text(of: one, json: true, isOne: true) == JSONLine.encode(EDIDDocument(television)))
        #expect(try EDIDCommand.text(of: one, json: true, isOne: false).hasPrefix("["))
        #expect(try EDIDCommand.text(of: displays, json: true, isOne: true).hasPrefix("["))
    }

    @Test func aTextOfConnectorsWithoutAnEDIDSaysSo() throws {
        let failure = try failure(Array("HDMI-1 connected\n\tEDID: \n\tscaling mode: None\n".utf8))
        #expect(failure?.status == .badData)
        #expect(failure?.message.hasSuffix(" has no EDID in it") == true)
    }

    @Test func aDamagedEDIDOfAConnectorIsNamed() throws {
        let failure = try failure(Array("DP-2 connected\n\tEDID: \n\t\t00ff00ff\n".utf8))
        #expect(failure?.message.hasSuffix(", DP-2, is not an EDID: it has fewer than 128 bytes") == true)
    }
}
