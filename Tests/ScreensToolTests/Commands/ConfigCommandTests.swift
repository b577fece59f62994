import ArgumentParser
import Configuration
import Foundation
import ProgramKit
import Testing

@testable import ScreensTool

struct ConfigCommandTests {
    @Test func theFileIsTheDaemonsUnlessAnotherIsNamed() throws {
        let standard = try #require(ScreensCommand.parseAsRoot(["config", "check"]) as? ConfigCheckCommand)
        #expect(standard.file == "/etc/screens/screens.toml")
        let other = try #require(
            ScreensCommand.parseAsRoot(["config", "check", "a.toml", "--json"]) as? ConfigCheckCommand)
        #expect(other.file == "a.toml")
        #expect(other.json)
        #expect(try ScreensCommand.parseAsRoot(["config", "example"]) is ConfigExampleCommand)
    }

    /// Names and values may be as hostile as the file; the output is harmless.
    @Test func problemsArePrintedHarmless() throws {
        let text = "[default]\n\"a\\u001B[2J\\nb\" = 1\nmode = '\u{202E}'\n"
        let problems = MachineConfiguration.reading(Array(text.utf8), as: "f\u{1B}").problems
        let report = ProblemReport(problems).text
        #expect(report.split(separator: "\n").count == 2)
        #expect(report.hasPrefix("f\\u{1B}:"))
        #expect(report.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }

    @Test func theDocumentHasWhatIsKnown() throws {
        let text = "[default]\nrotat = 1\n"
        let problems = MachineConfiguration.reading(Array(text.utf8), as: "f").problems
        #expect(
            try JSONLine.encode(problems.map(ProblemDocument.init)) == """
                [{"column":1,"file":"f","key":"default.rotat","line":2,"message":"is not a key of this section",\
                "nearest":"rotate"}]

                """)
        #expect(try JSONLine.encode([ConfigurationProblem]().map(ProblemDocument.init)) == "[]\n")
    }

    @Test(
        arguments: [
            (["config", "example"], nil, 0, ConfigurationExample.text),
            (["config", "check", "FILE"], ConfigurationExample.text, 0, ""),
            (["config", "check", "FILE", "--json"], "", 0, "[]\n"),
            (["config", "check", "FILE"], "x = 1", 78, "FILE:1:1: x: is not a key of the file\n"),
            (["config", "check", "FILE"], "x = ", 78, "FILE:1:5: lacks a value before the end of the file\n"),
            (["config", "check", "/tmp"], nil, 66, "/tmp: cannot be read: it is a directory\n"),
            (["config", "check", "FILE"], nil, 66, "FILE: cannot be read: No such file or directory\n"),
        ] as [([String], String?, Int32, String)])
    func theProgramSaysItByItsExitCodeToo(words: [String], text: String?, status: Int32, printed: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).toml").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try text?.write(toFile: file, atomically: false, encoding: .utf8)
        let program = try TerminalProgram(words.map { $0 == "FILE" ? file : $0 })
        let result = try await program.end()
        #expect(result.status == status)
        #expect(result.output == printed.replacing("FILE", with: file))
    }
}
