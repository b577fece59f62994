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
            (
                ["off", "Virtual-1"],
                "'off' is not a command of screens; `screens set Virtual-1 --power off` turns the screen off"
            ),
            (["on"], "'on' is not a command of screens; `screens set SCREEN --power on` turns the screen on"),
            (
                ["brightness", "eDP-1", "40"],
                "'brightness' is not a command of screens; `screens set eDP-1 --brightness PERCENT` sets it"
            ),
            (
                ["mode", "`x`"],
                "'mode' is not a command of screens; did you mean 'modes', or `screens set SCREEN --mode POLICY`?"
            ),
            (["config", "off"], "'off' is not a command of screens config; `screens config --help` lists them"),
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
