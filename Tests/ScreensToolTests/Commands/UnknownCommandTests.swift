import Testing

@testable import ScreensTool

@Suite struct UnknownCommandTests {
    @Test(
        arguments: [
            (["sho"], "'sho' is not a command of screens; did you mean 'show'?"),
            (["lst", "--json"], "'lst' is not a command of screens; did you mean 'list'?"),
            (["hlep"], "'hlep' is not a command of screens; did you mean 'help'?"),
            (["xyzzy"], "'xyzzy' is not a command of screens; `screens --help` lists them"),
            (["config", "chek"], "'chek' is not a command of screens config; did you mean 'check'?"),
            (["help", "shw"], "'shw' is not a command of screens; did you mean 'show'?"),
            (["list", "xyzzy"], nil), (["config"], nil), (["config", "check", "xyzzy"], nil), (["--jsn"], nil),
            (["--json", "list"], "options follow the command: screens list --json"),
            (["--json", "--all", "list", "x"], "options follow the command: screens list --json --all"),
            (["config", "--json", "show"], "options follow the command: screens config show --json"),
            (["--help", "list"], nil), (["-h"], nil), (["--version", "list"], nil), (["--json", "lst"], nil),
            ([], nil),
            (["help"], nil), (["help", "config", "check"], nil), (["---completion", "x"], nil),
        ] as [([String], String?)])
    func anUnknownCommandNamesTheNearest(arguments: [String], message: String?) {
        #expect(UnknownCommand.message(for: arguments) == message)
    }
}
