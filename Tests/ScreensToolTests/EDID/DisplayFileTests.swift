import Foundation
import Testing

@testable import ProgramKit
@testable import ScreensTool

/// Every path gives bytes, or one line with the reason why not.
struct DisplayFileTests {
    /// Runs `body` with the path of a file of this content.
    private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "screens-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    private func failure(_ bytes: [UInt8]) throws -> Failure? {
        try withFile(bytes) { path in
            #expect(throws: Failure.self) { try EDIDCommand.display(at: path) }
        }
    }

    @Test(arguments: [
        ("/nonexistent/edid", 66, "cannot read /nonexistent/edid: No such file or directory"),
        ("", 66, "cannot read : No such file or directory"),
        ("/dev", 66, "cannot read /dev: Is a directory"),
        ("/dev/null/x", 66, "cannot read /dev/null/x: Not a directory"),
        ("/dev/null", 65, "/dev/null is not an EDID: there are no bytes"),
        ("/dev/zero", 65, "/dev/zero is not an EDID: it has more than 256 blocks of 128 bytes"),
        ("/dev/urandom", 65, "/dev/urandom is not an EDID: it has more than 256 blocks of 128 bytes"),
    ])
    func aPathThatLeadsToNoEDIDSaysWhy(path: String, status: Int32, message: String) {
        let failure = #expect(throws: Failure.self) { try EDIDCommand.display(at: path) }
        #expect(failure?.status.rawValue == status)
        #expect(failure?.message == message)
    }

    @Test(
        arguments: [
            ([], "there are no bytes"), ([0x00], "there are fewer than 128 bytes"),
            ([UInt8](repeating: 0, count: 128), "the header of a base block is missing"),
            (Array("not hex".utf8), "line 1 is not hexadecimal"),
            (Array("00 ff".utf8), "there are fewer than 128 bytes"),
        ] as [([UInt8], String)])
    func bytesThatAreNoEDIDAreBadData(bytes: [UInt8], reason: String) throws {
        let failure = try failure(bytes)
        #expect(failure?.status == .badData)
        #expect(failure?.message.hasSuffix(" is not an EDID: \(reason)") == true)
    }

    @Test func asManyBlocksAsThereCanBeAreReadAndNoneMore() throws {
        let whole = SampleEDID.television + [UInt8](repeating: 0, count: 254 * 128)
        #expect(try withFile(whole) { try EDIDCommand.display(at: $0) }.description.identity.model == "Sample TV")
        #expect(try failure(whole + [0])?.message.contains("more than 256 blocks") == true)
        let text = Array(whole.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined().utf8)
        #expect(try withFile(text) { try DisplayFile.bytes(at: $0) } == whole)
        #expect(try failure(text + Array("00".utf8))?.message.contains("more than 256 blocks") == true)
        // So long a text is not even read to its end.
        #expect(try failure([UInt8](repeating: 0x20, count: 1 << 21))?.message.contains("more than 256 blocks") == true)
    }

    @Test(arguments: [["edid"], ["edid", "a", "b"], ["edid", "--bogus", "a"], ["info"], ["info", "a", "b"]])
    func aWrongCommandLineIsWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func aDashIsStandardInput() throws {
        let command = try #require(try ScreensCommand.parseAsRoot(["edid", "-", "--json"]) as? EDIDCommand)
        #expect(command.file == "-")
        #expect(command.json)
    }
}
