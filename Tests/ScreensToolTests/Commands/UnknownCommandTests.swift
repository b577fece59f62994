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
            ([], nil),
            (["help"], nil), (["help", "config", "check"], nil), (["---completion", "x"], nil),
        ] as [([String], String?)])
    func anUnknownCommandNamesTheNearest(arguments: [String], message: String?) {
        #expect(UnknownCommand.message(for: arguments) == message)
    }
}
