import Configuration
import JSON
import Screens
import Testing
import Varlink

@testable import ProgramKit
@testable import ScreensTool

/// Names of screens and rates of modes that the daemon does not have as they are typed.
struct DaemonNamesTests {
    /// A daemon that knows one screen.
    private func daemon() throws -> ScriptedDaemon {
        let screen = Screen.lit("HDMI-A-1")
        let set = Reply(
            try JSONValue(document: SetDocument(screen: ScreenDocument(screen), outcome: .set)).object ?? [:])
        let list = try Reply.with("screens", [ScreenDocument(screen)])
        return try ScriptedDaemon(
            .answers { call in
                if call.member == "List" { return [list] }
                guard call.parameters["screen"] == "HDMI-A-1" else {
                    let name = call.parameters["screen"] ?? .null
                    return [Reply(VarlinkError("screens.Manager.NoSuchScreen", ["screen": name]))]
                }
                return [set]
            })
    }

    @Test(arguments: [
        ("HDMI-A-2", "no screen is named HDMI-A-2; did you mean 'HDMI-A-1'? `screens list --all` lists the names"),
        (
            "card1/HDMI-A1",
            "no screen is named card1/HDMI-A1; did you mean 'card1/HDMI-A-1'? `screens list --all` lists the names"
        ),
        ("VGA-1-2-3", "no screen is named VGA-1-2-3; `screens list --all` lists the names"),
    ])
    func anUnknownNameNamesTheNearest(name: String, message: String) throws {
        let connection = try daemon().connection()
        let failure = #expect(throws: Failure.self) {
            try connection.suggesting(for: name) { () throws(Failure) in try connection.modes(of: name) }
        }
        #expect(failure?.status == .noSuchScreen)
        #expect(failure?.message == message)
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
