import ScreensManager
import Testing

@testable import ScreensTool

@Suite struct VersionTests {
    @Test func theVersionHasThreeNumbers() {
        let parts = ProgramVersion.current.split(separator: ".").map { Int($0) }
        #expect(parts.count == 3 && !parts.contains(nil))
    }

    @Test func theCommandSaysWhichVersionItIs() throws {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["--version"]) }
        #expect(error.map { ScreensCommand.fullMessage(for: $0) } == "screens \(ProgramVersion.current)")
        #expect(error.map { ScreensCommand.exitCode(for: $0) } == .success)
    }
}
