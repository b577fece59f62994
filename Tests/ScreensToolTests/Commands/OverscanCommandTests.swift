import ArgumentParser
import Testing

@testable import ScreensLinux
@testable import ScreensTool

struct OverscanCommandTests {
    @Test(arguments: [
        [], ["HDMI-A-1", "51%"], ["HDMI-A-1", "1,2,3"], ["HDMI-A-1", "--save"], ["HDMI-A-1", "--confirm", "0"],
        ["HDMI-A-1", "5%", "6%"], ["HDMI-A-1", "-5"], ["HDMI-A-1", "-5%", "--save"],
    ])
    func contradictionsAreWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["overscan"] + arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func valuesAreWrittenAsInTheSetting() throws {
        let parsed = try ScreensCommand.parseAsRoot(["overscan", "HDMI-A-1", "1,2%,3,4", "--save"])
        let command = try #require(parsed as? OverscanCommand)
        #expect(command.values?.right == .hundredths(200) && command.values?.left == .pixels(4))
        #expect(command.save && command.confirm == 60)
    }

    @Test func withoutADaemonValuesCannotBeSet() async throws {
        let parsed = try ScreensCommand.parseAsRoot(["overscan", "HDMI-A-1", "5%", "--socket", "/nonexistent"])
        let command = try #require(parsed as? OverscanCommand)
        let failure = await #expect(throws: Failure.self) { try await command.run() }
        #expect(failure?.status == .unavailable)
    }
}
