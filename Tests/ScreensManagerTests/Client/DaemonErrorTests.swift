import Glibc
import ScreensJSON
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import ScreensLinux
@testable import ScreensManager

struct DaemonErrorTests {
    @Test(
        arguments: [
            ("screens.Manager.NoSuchScreen", ["screen": "DP-9"], 66, "no screen is named DP-9"),
            (
                "screens.Manager.AmbiguousScreen", ["screen": "DP-1", "candidates": ["card0/DP-1", "card1/DP-1"]], 64,
                "use one of card0/DP-1, card1/DP-1"
            ),
            ("screens.Manager.InvalidValue", ["parameter": "mode", "message": "no such"], 64, "mode: no such"),
            ("screens.Manager.NotPermitted", ["message": "cannot do it"], 77, "cannot do it"),
            // A reason of a later version.
            (
                "screens.Manager.Unreadable", ["path": "/srv/a.png", "reason": "new", "message": "m"], 66,
                "cannot show it: m"
            ),
            ("screens.Manager.Failed", ["message": "refused", "errno": nil], 69, "refused"),
            ("screens.Manager.Failed", ["message": "refused", "errno": 22], 69, "refused"),
            ("screens.Manager.Failed", ["message": "used", "errno": 16], 75, "used"),
            ("screens.Manager.Failed", ["message": "memory", "errno": 12], 71, "memory"),
            ("screens.Manager.Failed", ["message": "?", "errno": 99_999_999_999], 69, "?"),
            ("screens.Manager.BrokenConfiguration", ["problems": ["a:1: b", "a:2: c"]], 78, "a:1: b; a:2: c"),
            ("screens.Manager.NothingToConfirm", ["screen": "DP-1"], 69, "no settings to confirm"),
            ("screens.Manager.New", [:], 76, "an unknown error"),
            ("org.varlink.service.InterfaceNotFound", ["interface": "screens.Manager"], 76, "is not screensd"),
            ("org.varlink.service.MethodNotFound", ["method": "screens.Manager.X"], 69, "older than this command"),
            (
                "org.varlink.service.MethodNotImplemented", ["method": "screens.Manager.X"], 69,
                "older than this command"
            ),
            ("org.varlink.service.InvalidParameter", ["parameter": "all"], 69, "different versions"),
            ("org.varlink.service.PermissionDenied", [:], 77, "is not the socket for Identify"),
            (
                "org.varlink.service.PermissionDenied", ["message": "Identify needs a\u{7}", "remedy": "root has it"],
                77, "Identify needs a\\u{7}; root has it"
            ),
            ("org.varlink.service.ExpectedMore", [:], 76, "different versions"),
            ("org.varlink.service.Other", [:], 76, "an unknown error"),
            // Missing, wrongly typed or hostile parameters are reported as far as possible.
            ("screens.Manager.NoSuchScreen", [:], 66, "no screen is named ?"),
            ("screens.Manager.AmbiguousScreen", ["candidates": [1, "a"]], 64, "use one of ?, a"),
            ("screens.Manager.NotPermitted", ["message": "\u{1B}[2J\n"], 77, "\\u{1B}[2J\\u{A}"),
            ("a\u{7}.b", [:], 76, "\\u{7}"),
        ] as [(String, [String: JSONValue], Int32, String)])
    func eachErrorHasItsExitCodeAndItsSentence(
        name: String, parameters: [String: JSONValue], status: Int32, part: String
    ) {
        let failure = Failure(DaemonError(VarlinkError(name, parameters), of: "Identify", at: "/run/socket"))
        #expect(failure.status.rawValue == status)
        #expect(failure.message.contains(part), "\(failure.message)")
    }

    /// `screens show --image` and `--slides` end with the same statuses without a daemon.
    @Test(
        arguments: [
            ("missing", 66), ("forbidden", 77), ("invalid", 65), ("failed", 74), ("unavailable", 69), ("system", 71),
        ])
    func anUnreadablePictureEndsAsWithoutTheDaemon(name: String, status: Int32) {
        let error = VarlinkError(
            "screens.Manager.Unreadable", ["path": "/srv/a.png", "reason": .string(name), "message": "it is so"])
        let failure = Failure(DaemonError(error, of: "Set", at: "/run/socket"))
        #expect(failure.status.rawValue == status)
        #expect(failure.message == "screensd cannot show it: it is so")
    }

    @Test(arguments: UnreadableReason.allCases, ["/srv/a.png", "/home/me/a.png", "/tmp/a.png"])
    func hiddenFoldersAreNamedIfTheyMayBeTheReason(reason: UnreadableReason, path: String) {
        let mayBeHidden = (reason == .missing || reason == .forbidden) && path != "/srv/a.png"
        #expect((reason.remedy(for: path)?.contains("no access to home folders and /tmp") ?? false) == mayBeHidden)
    }

    @Test(
        arguments: [
            ("InvalidValue", ["parameter": "mode", "message": "m"], "mode: m; do it"),
            ("NotPermitted", ["message": "m"], "m; do it"), ("Failed", ["message": "m", "errno": nil], "m; do it"),
            ("NoSuchScreen", ["screen": "DP-9"], "no screen is named DP-9; do it"),
            ("Unreadable", ["path": "p", "reason": "failed", "message": "m"], "screensd cannot show it: m; do it"),
        ] as [(String, [String: JSONValue], String)])
    func theRemedyFollowsTheMessage(name: String, parameters: [String: JSONValue], text: String) {
        let error = VarlinkError(
            "screens.Manager.\(name)", parameters.merging(["remedy": "do it"]) { first, _ in first })
        #expect(Failure(DaemonError(error, of: "Set", at: "/run/socket")).message == text)
    }

    @Test func endlessMessagesAreCutShort() {
        let problems = (0..<200).map { _ in JSONValue.string(String(repeating: "a", count: 4000)) }
        let error = VarlinkError("screens.Manager.BrokenConfiguration", ["problems": .array(problems)])
        #expect(Failure(DaemonError(error, of: "Reload", at: "/run/socket")).message.utf8.count < 100_000)
    }

    @Test func anErrorOfACallReachesTheCommand() throws {
        let daemon = try ScriptedDaemon(
            .answers { _ in
                [
                    Reply(VarlinkError("screens.Manager.BrokenConfiguration", ["problems": ["a:1: b"]]))
                ]
            })
        let failure = #expect(throws: Failure.self) { try daemon.connection().reload() }
        #expect(failure?.status == .badConfiguration)
    }
}
