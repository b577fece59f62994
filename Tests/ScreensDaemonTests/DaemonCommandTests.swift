import ProgramKit
import Testing

@testable import ScreensDaemon

@Suite struct DaemonCommandTests {
    @Test func theDaemonSaysWhichVersionItIs() throws {
        let error = #expect(throws: (any Error).self) { try DaemonCommand.parseAsRoot(["--version"]) }
        #expect(error.map { DaemonCommand.fullMessage(for: $0) } == "screensd \(ProgramVersion.current)")
    }
}
