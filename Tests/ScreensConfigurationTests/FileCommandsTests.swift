import Foundation
import ScreensLinux
import Testing

@testable import ScreensConfiguration

/// The commands that `screens content` takes from files, whatever a daemon reports.
struct FileCommandsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "commands-\(UUID().uuidString)").path

    private var files: ConfigurationFiles { ConfigurationFiles(path: folder + "/s.toml") }
    private var commands: FileCommands { FileCommands(files, caller: geteuid()) }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        #expect(chmod("\(folder)/\(name)", 0o644) == 0)
    }

    /// Makes a folder with these files, and removes it afterwards.
    private func inFolder(_ texts: [String: String], _ body: () throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/s.d", withIntermediateDirectories: true)
        for name in ["", "/s.d"] { #expect(chmod(folder + name, 0o755) == 0) }
        for (name, text) in texts { try write(text, to: name) }
        try body()
    }

    private static func section(_ content: String, more: String = "") -> String {
        "[[screen]]\nmatch = { connector = 'X-1' }\n\(more)content = \(content)\n"
    }

    private static let shell = ContentProgram(command: ["/bin/sh", "-c", "touch /tmp/x"])

    /// Returns the reason why a program is not run; nil if it is.
    private func reason(for program: ContentProgram) -> String? {
        var commands = commands
        commands.read()
        do throws(Failure) {
            #expect(try commands.permitted(program) == program)
            return nil
        } catch {
            return error.message.replacing(folder, with: "")
        }
    }

    @Test func aCommandCountsInEachSectionOfEachFile() throws {
        let sections = [
            "[default]\ncontent = { command = ['a'] }\n",
            "[default]\nduring = '1:00-2:00'\ncontent = { command = ['b'] }\n",
            Self.section("{ command = ['c'] }", more: "during = '1:00-2:00'\n"),
            "[[arrangement]]\nname = 'x'\ndisplays = ['y']\n[[arrangement.screen]]\nmatch = { connector = 'X-1' }\n"
                + "content = { command = ['d'], way = 'seat', input = ['name=x'], pauses = true }\n",
            // Another key of the section has a problem.
            Self.section("{ command = ['e'] }", more: "rotate = 45\n"),
        ]
        let texts = sections.enumerated().map { ($0 == 0 ? "s.toml" : "s.d/\($0).toml", $1) }
        try inFolder(Dictionary(uniqueKeysWithValues: texts)) {
            for name in ["a", "b", "c", "e"] { #expect(reason(for: ContentProgram(command: [name])) == nil, "\(name)") }
            let seated = ContentProgram(command: ["d"], way: .seat, input: ["name=x"], pauses: true)
            #expect(reason(for: seated) == nil)
            for other in [
                Self.shell, ContentProgram(command: ["a", "b"]), ContentProgram(command: ["a"], way: .seat),
                ContentProgram(command: ["d"], way: .seat, input: ["name=*"], pauses: true),
                ContentProgram(command: ["d"], way: .seat, input: ["name=x"]), ContentProgram(command: []),
            ] {
                #expect(reason(for: other) != nil, "\(other)")
            }
        }
    }

    @Test func theReasonNamesTheCommandAndTheFiles() throws {
        try inFolder(["s.toml": Self.section("{ command = ['cage'] }")]) {
            #expect(
                reason(for: Self.shell)
                    == "'/bin/sh -c touch /tmp/x' is not run: /s.toml and /s.d do not have this command")
        }
    }

    @Test func aCommandWithTheSameCharactersInOtherBytesIsAnotherOne() throws {
        let (composed, decomposed) = ("/srv/caf\u{e9}", "/srv/cafe\u{301}")
        #expect(composed == decomposed)
        try inFolder(["s.toml": Self.section("{ command = ['\(composed)'] }")]) {
            #expect(reason(for: ContentProgram(command: [composed])) == nil)
            #expect(reason(for: ContentProgram(command: [decomposed])) != nil)
        }
    }

    @Test(arguments: ["/s.toml", "/s.d", "/s.d/1.toml", ""])
    func aPartThatOthersMayWriteHidesItsCommands(part: String) throws {
        let texts = ["s.toml": Self.section("{ command = ['a'] }"), "s.d/1.toml": Self.section("{ command = ['b'] }")]
        try inFolder(texts) {
            for name in ["s.toml", "s.d/1.toml"] { #expect(commands.fault(ofFile: "\(folder)/\(name)") == nil) }
            #expect(chmod(folder + part, 0o777) == 0)
            let words = "\(part) may be written by everyone, so no command there is run"
            for (name, hides) in [("a", !part.hasPrefix("/s.d")), ("b", part != "/s.toml")] {
                #expect((reason(for: ContentProgram(command: [name]))?.contains(words) ?? false) == hides, "\(name)")
                let fault = commands.fault(ofFile: "\(folder)/\(name == "a" ? "s.toml" : "s.d/1.toml")")
                #expect(fault?.replacing(folder + part, with: part) == (hides ? words : nil), "\(name)")
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func theFilesOfTheServiceBelongToRoot() {
        var commands = FileCommands(.standard, caller: 998)
        commands.read()
        #expect(throws: Failure.self) { try commands.permitted(Self.shell) }
    }

    @Test(.enabled(if: geteuid() == 0)) func aFileOfAnotherUserHasNoCommands() throws {
        try inFolder(["s.toml": Self.section("{ command = ['a'] }")]) {
            #expect(chown(folder + "/s.toml", 998, 998) == 0)
            #expect(reason(for: ContentProgram(command: ["a"]))?.contains("/s.toml belongs to the user 998") ?? false)
            var caller = FileCommands(files, caller: 998)
            caller.read()
            #expect(throws: Never.self) { try caller.permitted(ContentProgram(command: ["a"])) }
        }
    }

    @Test func afterASyntaxErrorTheFormerCommandsOfTheFileCount() throws {
        let program = ContentProgram(command: ["a"])
        let good = Self.section("{ command = ['a'] }")
        try inFolder(["s.toml": good]) {
            var commands = commands
            func counts(_ program: ContentProgram) -> Bool {
                commands.read()
                return (try? commands.permitted(program)) != nil
            }
            #expect(counts(program))
            try write(good + "x", to: "s.toml")
            #expect(counts(program))
            #expect(!counts(Self.shell))
            // A program that begins now does not know them.
            #expect(reason(for: program)?.contains("/s.toml has a syntax error") ?? false)
            try write("[default]\n", to: "s.toml")
            #expect(!counts(program))
            try write(good + "x", to: "s.toml")
            #expect(!counts(program))
        }
    }

    @Test func aSyntaxErrorHidesTheCommandsOfItsSectionAlone() throws {
        let words = [
            "[default]\ncontent = { command = ['a'] }\n", Self.section("{ command = ['b'] "),
            Self.section("{ command = ['c', \"\"\"\n[x]\n\"\"\"] }"),
            "[[arrangement]]\nname = 'x'\ndisplays = ['y']\n[[arrangement.screen]]\nmatch = { connector = 'X-1' }\n"
                + "content = { command = ['d'] }\n",
        ]
        try inFolder(["s.toml": words.joined()]) {
            for (name, counts) in [("a", true), ("b", false), ("d", true)] {
                #expect((reason(for: ContentProgram(command: [name])) == nil) == counts, "\(name)")
            }
        }
    }
}
