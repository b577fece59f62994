import Testing

@testable import ScreensTool

struct LeaseCommandTests {
    @Test(arguments: [
        ["A", "--input", "name=x", "--", "cage"], ["A", "--seat", "--revoke"],
        ["A", "--unfiltered", "--revoke"],
        ["A", "--seat", "--input", "x", "--", "cage"],
    ])
    func contradictionsAreWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["lease"] + arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }
}
