import ArgumentParser
import Foundation
import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensPictures
import Testing

@testable import ProgramSamples
@testable import ScreensReports
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

    /// Names and values may be as hostile as the file, but the output is harmless.
    @Test func problemsArePrintedHarmless() throws {
        let text = "[default]\n\"a\\u001B[2J\\nb\" = 1\nmode = '\u{202E}'\n"
        let problems = MachineConfiguration.reading(Array(text.utf8), as: "f\u{1B}").problems
        let report = ProblemReport(problems).text
        #expect(report.split(separator: "\n").count == 2)
        #expect(report.hasPrefix("f\\u{1B}:"))
        #expect(report.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }

    @Test func theDocumentHasEveryPartOfAProblem() throws {
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
            (["config", "check", "FILE", "--json"], "", 0, "[]\n"),
            (["config", "check", "FILE"], "x = 1", 78, "FILE:1:1: x: is not a key of the file\n"),
            (["config", "check", "FILE"], "x = ", 78, "FILE:1:5: x: lacks a value before the end of the file\n"),
            (
                ["config", "check", "FILE"], nil, 66,
                "FILE: does not exist; `screens config example` prints one to begin with, and a file with only a "
                    + "comment has no settings\n"
            ),
            (["config", "show", "--config", "FILE", "--simulate", "64x64"], nil, 66, ""),
            (["config", "show", "--config", "FILE", "--simulate", "64x64", "--json"], "x = ", 78, ""),
            (
                ["config", "show", "--config", "FILE", "--simulate", "64x64"], "[default]\ndim = 5\n", 0,
                "[[screen]]\nmatch = { connector = \"Virtual-1\" }\ndim = 5 # FILE:2\n"
            ),
            (["config", "check", "/tmp"], nil, 66, "/tmp: cannot be read: it is a directory\n"),
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

    @Test(
        arguments: [
            ("{ playlist-file = 'DIR/list.m3u' }", "DIR/a.png (1); DIR/b.png (2)"),
            ("{ playlist-file = 'DIR/list.m3u', align = 'clock' }", "DIR/a.png (1), which is shown; DIR/b.png (2)"),
            ("{ slides = 'DIR', align = 'clock' }", "DIR/b.png (1), which is shown"),
            (
                "{ layout = [{ color = '#000', area = '0 0 50% 100%' }, "
                    + "{ playlist-file = 'DIR/list.m3u', area = '50% 0 50% 100%' }] }",
                "DIR/a.png (1); DIR/b.png (2)"
            ),
            ("{ slides = 'DIR' }", nil), ("{ layout = [{ color = '#000', area = '0 0 50% 100%' }] }", nil),
            ("{ playlist-file = 'DIR/none.m3u' }", nil),
        ] as [(String, String?)])
    func theItemsOfAnotherTimeAreReadFromFiles(content: String, items: String?) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "a.png\nhttp://sign.example/1.png\nb.png\n".write(
            toFile: "\(folder)/list.m3u", atomically: false, encoding: .utf8)
        try "".write(toFile: "\(folder)/b.png", atomically: false, encoding: .utf8)
        let text = "default.content = \(content)\n".replacing("DIR", with: folder)
        try text.write(toFile: "\(folder)/screens.toml", atomically: false, encoding: .utf8)
        let file = ["--config", "\(folder)/screens.toml", "--simulate", "64x64"]
        let result = try await TerminalProgram(["config", "show", "--at", "1970-01-02"] + file).end()
        #expect(result.status == 0)
        let found = result.output.split(separator: "\n").filter { $0.hasPrefix("# items") }
        #expect(found.map(String.init) == (items.map { ["# items: " + $0.replacing("DIR", with: folder)] } ?? []))
    }

    /// Warnings go to standard error, and change no exit code.
    @Test(arguments: ["", "during = 'daily 11:00-14:00'\n"])
    func picturesThatAreNotThereAreWarnings(during: String) throws {
        let text = "\n[default]\ncontent = { image = '/srv/none.png' }\nfallback = { slides = '/srv/none' }\n" + during
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        #expect(reading.problems.isEmpty)
        let warnings = ConfigurationWarning.ofFiles(reading.configuration, nil).map(\.text)
        #expect(warnings.map { $0.prefix(4) } == ["f:3:", "f:4:"])
        #expect(warnings.allSatisfy { $0.contains("/srv/none") && $0.contains("No such file") })
    }

    @Test(
        arguments: [
            ("sh", nil), ("/bin/sh", nil), ("/srv/none", "cannot run /srv/none: No such file or directory"),
            ("/etc/passwd", "cannot run /etc/passwd: Permission denied"),
            (
                "no-such-program",
                """
                no program 'no-such-program' is in /usr/local/sbin, /usr/local/bin, /usr/sbin, /usr/bin: install it, \
                or write its path
                """
            ),
        ] as [(String, String?)])
    func programsThatAreNotThereAreWarnings(_ program: String, _ problem: String?) {
        let text = "[[screen]]\nmatch = { connector = 'DP-1' }\ncontent = { command = ['\(program)', '/srv/none'] }\n"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        #expect(reading.problems.isEmpty)
        let warnings = ConfigurationWarning.ofFiles(reading.configuration, nil).map(\.text)
        #expect(warnings == (problem.map { ["f:3: content: \($0)"] } ?? []))
    }

    @Test(arguments: [
        ("text = 'Grüße'", nil), ("text = 'ж'", "a box is shown for 'ж'*; install the package screens-words*"),
        ("text = 'x', font = 'serif'", "the built-in font has one look: install the package screens-words*"),
        ("text = 'x', outline = '#000'", "the built-in font has one look: install the package screens-words*"),
        ("ticker = 'ж'", "a box is shown for 'ж'*"), ("qr = 'x'", "a QR code is drawn by the package screens-words*"),
    ])
    func wordsThatNeedScreensWordsAreWarningsWithoutIt(table: String, problem: String?) {
        let reading = MachineConfiguration.reading(Array("default.content = { \(table) }".utf8), as: "f")
        func warnings(_ hasWords: Bool) -> [String] {
            ConfigurationWarning.ofFiles(reading.configuration, nil, hasWords: hasWords).map(\.text)
        }
        #expect(warnings(true).isEmpty)
        #expect(warnings(false).count == (problem == nil ? 0 : 1))
        for warning in warnings(false) { #expect(TextPattern("f:1: content: \(problem ?? "")").matches(warning)) }
    }

    @Test func picturesThatAreDamagedOrTooLargeAreWarnings() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let large = try PNGEncoder.encode(
            size: Size(width: 1200, height: 1000), pixels: [UInt32](repeating: 0, count: 1_200_000))
        try Data(large).write(to: URL(fileURLWithPath: folder + "/large.png"))
        try Data(large.prefix(large.count / 2)).write(to: URL(fileURLWithPath: folder + "/cut.png"))
        func warnings(_ picture: String, largest: Int) -> [String] {
            let content = "content = { image = '\(folder)/\(picture)' }"
            let text = "[daemon]\nlargest-picture = \(largest)\n[default]\n\(content)\n"
            return ConfigurationWarning.ofFiles(
                MachineConfiguration.reading(Array(text.utf8), as: "f").configuration, nil
            ).map(\.text)
        }
        #expect(warnings("large.png", largest: 2) == [])
        #expect(warnings("large.png", largest: 1).map { $0.contains("1200x1000 pixels") } == [true])
        #expect(warnings("cut.png", largest: 2).map { $0.contains("damaged") } == [true])
        #expect(mkfifo(folder + "/pipe.png", 0o644) == 0)
        #expect(warnings("pipe.png", largest: 2).map { $0.hasSuffix("pipe.png is not a regular file") } == [true])
    }

    @Test func slidesOfWhichSomeCannotBeShownAreAWarning() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let text = "[default]\ncontent = { slides = '\(folder)' }\n"
        let configuration = MachineConfiguration.reading(Array(text.utf8), as: "f").configuration
        func warnings() -> [String] { ConfigurationWarning.ofFiles(configuration, nil).map(\.text) }
        let picture = try PNGEncoder.encode(size: Size(width: 1, height: 1), pixels: [0])
        try Data(picture).write(to: URL(fileURLWithPath: folder + "/a.png"))
        try Data().write(to: URL(fileURLWithPath: folder + "/notes.txt"))
        #expect(warnings() == [])
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: folder + "/b.jpg"))
        #expect(
            warnings() == [
                "f:2: content: 1 of 2 pictures cannot be shown: \(folder)/b.jpg is not a picture: neither PNG nor JPEG"
            ])
    }

    @Test func slidesThatTheServiceMayNotReadAreAWarning() throws {
        // A folder whose files every user may read.
        let folder = "/dev/shm/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let configuration = MachineConfiguration.reading(
            Array("[default]\ncontent = { slides = '\(folder)' }\n".utf8), as: "f"
        ).configuration
        let service = ServiceAccess(user: 12345, groups: [])
        func warnings() -> [String] { ConfigurationWarning.ofFiles(configuration, service).map(\.text) }
        for name in ["a.png", "b.png"] {
            let picture = try PNGEncoder.encode(size: Size(width: 1, height: 1), pixels: [0])
            try Data(picture).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            chmod("\(folder)/\(name)", 0o644)
        }
        #expect(warnings() == [])
        chmod("\(folder)/b.png", 0o600)
        let warning = try #require(warnings().first)
        #expect(warning.hasPrefix("f:2: content: 1 of 2 pictures cannot be shown: \(folder)/b.png"), "\(warning)")
    }

    @Test func filesThatTheServiceMayNotReadAreProblems() {
        let service = ServiceAccess(user: 12345, groups: [])
        let paths = ["/etc/passwd", "/etc/shadow", "/etc", "/srv/none"]
        let problems = ServiceAccess.problems(withConfiguration: paths, service)
        #expect(
            problems.map(\.description) == [
                "/etc/shadow: may not be read by the user of the service; `chmod o+r /etc/shadow` permits it"
            ])
        #expect(ServiceAccess.problems(withConfiguration: ["/etc/shadow"], nil).isEmpty)
    }

    /// An access list may give the service a right that the mode does not.
    @Test func nothingIsSaidOfFilesWithAccessLists() throws {
        let service = ServiceAccess(user: 12345, groups: [])
        // The service has no access to /tmp at all.
        let folder = "/srv/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/a.toml"
        try Data().write(to: URL(fileURLWithPath: file))
        chmod(file, 0o600)
        #expect(ServiceAccess.problems(withConfiguration: [file], service).count == 1)
        // The entries of the owner, the user 12345, the group, the mask and others: version 2, then tag, rights and id
        // of each.
        let set = """
            import os, struct, sys
            entries = ((1, 6, -1), (2, 4, 12345), (4, 0, -1), (16, 4, -1), (32, 0, -1))
            os.setxattr(sys.argv[1], "system.posix_acl_access", struct.pack("<I", 2) + b"".join(struct.pack("<HHi", \
            *e) for e in entries))
            """
        let python = try Process.run(URL(fileURLWithPath: "/usr/bin/python3"), arguments: ["-c", set, file])
        python.waitUntilExit()
        try #require(python.terminationStatus == 0)
        #expect(ServiceAccess.problems(withConfiguration: [file], service).isEmpty)
    }

    @Test func filesThatAreGoneWhileTheirLastTextsCountAreWarnings() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder + "/a.d", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = ConfigurationFiles(path: folder + "/a.toml")
        try Data("[default]\n".utf8).write(to: URL(fileURLWithPath: folder + "/a.d/b.toml"))
        // A file that cannot be read exists.
        try FileManager.default.createDirectory(atPath: folder + "/a.d/c.toml", withIntermediateDirectories: true)
        #expect(ConfigurationWarning.ofGone(files.texts(), among: files.texts()).isEmpty)
        let lastGood = ConfigurationTexts([ConfigurationTexts.File(files.path, [])])
        #expect(
            ConfigurationWarning.ofGone(files.texts(after: lastGood), among: files.texts()).map(\.text) == [
                "\(files.path): no longer exists; if it was removed on purpose, `screens reload` accepts that; "
                    + "until then its last text counts"
            ])
    }

    @Test func otherFilesInTheFoldersOfAConfigurationAreWarnings() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = StateFolder(path: folder)
        #expect(ConfigurationWarning.ofDamage(state).isEmpty && ConfigurationWarning.ofDamage(nil).isEmpty)
        for name in ["50-a.toml", "70-b.conf", ".70-b.swp", "50-a.toml~"] {
            try "".write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        }
        let warnings = ConfigurationWarning.ofNames(in: folder).map(\.text)
        #expect(warnings == ["\(folder)/70-b.conf: is not read: its name does not end in .toml"])
        #expect(ConfigurationWarning.ofNames(in: "/srv/none").isEmpty)
        try "nonsense".write(toFile: "\(folder)/saved.json", atomically: false, encoding: .utf8)
        #expect(ConfigurationWarning.ofDamage(state).map(\.text).first?.contains("saved.json") == true)
    }

    @Test func aSectionThatMatchesNoScreenOfThisMachineIsAWarning() throws {
        let text = "[[screen]]\nmatch = { connector = 'Virtal-1' }\ndim = 1\n"
        let configuration = MachineConfiguration.reading(Array(text.utf8), as: "f").configuration
        let connectors = [Screen.sample("Virtual-1")]
        #expect(
            ConfigurationWarning.ofSections(configuration, among: connectors).map(\.text) == [
                "f:2: matches no screen: no card has a connector 'Virtal-1'; did you mean 'Virtual-1'?"
            ])
        // The configuration is for another machine.
        #expect(ConfigurationWarning.ofSections(configuration, among: []).isEmpty)
    }

    /// The mode of a file and of its folder, the file's group, and whether the service may read it.
    private static let rights: [(file: mode_t, folder: mode_t, isOfGroup: Bool, mayRead: Bool)] = [
        (0o644, 0o755, false, true), (0o640, 0o755, false, false), (0o640, 0o755, true, true),
        (0o644, 0o700, false, false), (0o644, 0o750, true, true), (0o604, 0o755, true, false),
    ]

    @Test(arguments: rights)
    func aPictureThatTheServiceMayNotReadIsAWarning(
        file: mode_t, folder: mode_t, isOfGroup: Bool, mayRead: Bool
    ) throws {
        let path = "/srv/screens-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try #require(mkdir(path, 0o755) == 0)
        defer {
            unlink("\(path)/a.png")
            rmdir(path)
        }
        try WholeFile.write([1], to: "\(path)/a.png")
        chmod("\(path)/a.png", file)
        chmod(path, folder)
        let service = ServiceAccess(user: 12345, groups: isOfGroup ? [getegid()] : [])
        let problem = ServiceAccess.problem(with: "\(path)/a.png", isFolder: false, service)
        #expect((problem == nil) == mayRead, "\(problem ?? "")")
    }
}
