import ScreensLinux
import ScreensManager
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

struct LaunchOptionsTests {
    /// The text that arguments print; nil if they start the daemon.
    private func printed(_ arguments: String...) throws(Failure) -> String? {
        guard case .print(let text) = try DaemonCommand(arguments) else { return nil }
        return text
    }

    private func options(_ arguments: [String]) throws(Failure) -> LaunchOptions? {
        guard case .run(let options) = try DaemonCommand(arguments) else { return nil }
        return options
    }

    @Test func theVersionIsSharedByThePrograms() throws {
        #expect(try printed("--version") == "screensd \(ProgramVersion.current)")
    }

    @Test(arguments: ["--help", "-h"]) func theHelpNamesEveryOption(flag: String) throws {
        let help = try #require(try printed(flag))
        for option in ["--config", "--socket", "--no-terminal", "--no-keyboard", "--simulate", "--version", "--help"] {
            #expect(help.contains(option))
        }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func withoutArgumentsAllIsStandard() throws {
        let options = try #require(try options([]))
        #expect(options.files == .standard)
        #expect(options.socket == ManagerInterface.socketPath)
        #expect(options.takesTerminal && !options.turnsKeyboardOff)
    }

    @Test(
        arguments: [
            ["--config", "/a", "--socket", "@b", "--no-terminal", "--no-keyboard", "--simulate", "64x48"],
            ["--no-keyboard", "--no-terminal", "--config=/a", "--socket=@b", "--simulate=64x48@59.94,32x24"],
            ["--config", "/first", "--config", "/a", "--socket=@b", "--no-terminal", "--no-keyboard"],
        ])
    func valuesFollowTheirOptionOrAnEqualsSign(arguments: [String]) throws {
        let options = try #require(try options(arguments))
        #expect(options.files.path == "/a")
        #expect(options.socket == "@b")
        #expect(!options.takesTerminal && options.turnsKeyboardOff)
    }

    @Test(
        arguments: [
            ["--bogus"], ["bogus"], ["-x"], [""], ["--config"], ["--config="], ["--socket"], ["--simulate"],
            ["--config", "-"], ["--simulate", "wide"], ["--no-terminal=yes"], ["--help=me"], ["--config=/a", "b"],
        ])
    func wrongUsageIsAnErrorOfItsOwn(arguments: [String]) throws {
        let failure = #expect(throws: Failure.self) { try DaemonCommand(arguments) }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains("screensd --help") ?? false)
    }

    @Test(arguments: [
        ("--confg", "unknown option '--confg'; did you mean '--config'?"),
        ("--no-keybord=1", "unknown option '--no-keybord'; did you mean '--no-keyboard'?"),
        ("--verson", "unknown option '--verson'; did you mean '--version'?"),
        ("--bogus", "unknown option '--bogus'; see 'screensd --help'"),
    ])
    func anUnknownOptionNamesTheNearest(argument: String, message: String) {
        let failure = #expect(throws: Failure.self) { try DaemonCommand([argument]) }
        #expect(failure?.message == message)
    }
}
