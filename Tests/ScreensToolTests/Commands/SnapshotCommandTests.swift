import ArgumentParser
import Testing

@testable import ScreensLinux
@testable import ScreensPictures
@testable import ScreensTool

struct SnapshotCommandTests {
    @Test(arguments: [
        [], ["HDMI-A-1"], ["HDMI-A-1", ""], ["HDMI-A-1", "a.png", "b.png"], ["HDMI-A-1", "a.png", "--json"],
        ["HDMI-A-1", "a.jpg", "--format", "png"], ["HDMI-A-1", "a.PNG", "--format", "jpeg"],
        ["HDMI-A-1", "/tmp/a.b/x.WebP"], ["HDMI-A-1", "a", "--format", "gif"], ["HDMI-A-1", "a", "--width", "0"],
        ["HDMI-A-1", "a", "--width", "-5"], ["HDMI-A-1", "a", "--width", "all"],
    ])
    func contradictionsAreWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["snapshot"] + arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func theScreenComesFirstAndThenTheFile() throws {
        let parsed = try ScreensCommand.parseAsRoot(["snapshot", "card1/HDMI-A-1", "screen.png"])
        let command = try #require(parsed as? SnapshotCommand)
        #expect(command.screen == "card1/HDMI-A-1")
        #expect(command.file == "screen.png")
    }

    @Test(
        arguments: [
            ("x.jpg", "'x.jpg' names another format than PNG, which is written: use x.png"),
            ("/a.jpg/b.TIFF", "'/a.jpg/b.TIFF' names another format than PNG, which is written: use /a.jpg/b.png"),
            ("x", nil), ("x.png", nil), ("x.PNG", nil), ("-", nil), ("/a.jpg/b", nil), (".jpg", nil), ("x.tmp", nil),
        ] as [(String, String?)])
    func aNameOfAnotherFormatIsRefused(file: String, problem: String?) throws {
        for words in [["snapshot", "DP-1", file, "--format", "png"], ["show", "--snapshot", file]] {
            // A terminal may not be written to.
            guard file != "-" else { continue }
            do {
                _ = try ScreensCommand.parseAsRoot(words)
                #expect(problem == nil)
            } catch {
                #expect(ScreensCommand.exitCode(for: error).rawValue == 64)
                #expect(ScreensCommand.message(for: error) == problem)
            }
        }
    }

    @Test(
        arguments: [
            ("x.jpg", .jpeg), ("/a.png/b.JPEG", .jpeg), ("x.png", .png), ("x", .png), ("-", .png), ("/a.jpg/b", .png),
            (".jpg", .png), ("x.tmp", .png),
        ] as [(String, PictureFormat)])
    func theNameOfTheFileChoosesTheFormat(file: String, format: PictureFormat) {
        #expect(PictureFileName.format(file) == format)
        #expect(PictureFileName.problem(file, as: format) == nil)
    }

    @Test(arguments: [
        (
            Failure(.noPermission, "cannot capture"),
            "no picture of DP-1 for this user: only root can read"
        ),
        (Failure(.unavailable, "the screen is dark"), "the screen is dark"),
    ])
    func aFailureBesideADaemonNamesTheRightForItsPicturesToo(_ found: Failure, _ expected: String) {
        let failure = SnapshotCommand.failure(besideDaemon: found, of: "DP-1")
        #expect(failure.status == found.status)
        #expect(failure.message.hasPrefix(expected))
    }

    @Test func theHelpNamesTheRightsAndEveryExitCode() {
        let help = ScreensCommand.helpMessage(for: SnapshotCommand.self)
        for part in ["root", "sudo screens snapshot", "--probe", "66", "69", "73", "77"] {
            #expect(help.contains(part))
        }
    }
}
