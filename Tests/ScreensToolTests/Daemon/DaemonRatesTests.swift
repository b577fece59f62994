import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import ScreensManager
@testable import ScreensTool

/// Modes with rates that the daemon does not have exactly as they are typed.
struct DaemonRatesTests {
    /// A daemon that knows one screen.
    private func daemon() throws -> ScriptedDaemon {
        let screen = Screen.lit("HDMI-A-1")
        let set = Reply(
            try JSONValue(document: SetDocument(screen: ScreenDocument(screen), outcome: .set)).object ?? [:])
        let list = try Reply.with("screens", [ScreenDocument(screen)])
        return try ScriptedDaemon(
            .answers { $0.member == "List" ? [list] : [set] })
    }

    /// The display of the daemon shows 1920x1080 at 60 Hz.
    @Test(arguments: [
        ("1920x1080@60", []), ("1920x1080", []), ("preferred", []),
        ("1920x1080@59.94", ["HDMI-A-1 shows 1920x1080@60.000, which counts as 1920x1080@59.94"]),
    ])
    func anotherRateThatCountsAsRequestedIsReported(mode: String, notices: [String]) throws {
        let connection = try daemon().connection()
        var said: [String] = []
        let run = SetRun(screen: "HDMI-A-1", daemon: connection, ask: nil) { said.append($0) }
        var request = SetRequest()
        request.overrides.mode = ModePolicy(mode)
        try run.run(request)
        #expect(said == notices)
    }
}
