import Foundation
import ScreensJSON
import ScreensLinux
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager

/// The client as programs in other packages use it.
struct DaemonClientTests {
    private func client(
        of daemon: ScriptedDaemon, within limit: Duration = .seconds(60)
    ) throws(DaemonError) -> DaemonClient {
        try DaemonClient(
            DaemonSocket(path: daemon.path), timeouts: DaemonClient.Timeouts(reading: limit, changing: limit))
    }

    @Test func documentsAreValues() throws {
        let reply = try Reply.with("screens", [ScreenDocument(Screen.lit("HDMI-A-1"))])
        let daemon = try ScriptedDaemon(.answers { _ in [reply] })
        let screens = try client(of: daemon).screens()
        #expect(screens.map(\.qualifiedName) == ["card1/HDMI-A-1"])
        #expect(screens.first?.currentMode?.width == 1920)
        #expect(daemon.calls == [Call("screens.Manager.List", ["all": false])])
    }

    @Test func anyMethodIsCalledWithValuesOfTheCaller() throws {
        struct Parameters: Encodable { let screen: String, seconds: Int }
        struct Counters: Decodable, Equatable { let uptimeSeconds: Int }
        let daemon = try ScriptedDaemon(.answers { _ in [Reply(["uptimeSeconds": 7, "hotplugs": 1])] })
        let client = try client(of: daemon)
        try client.call("Identify", Parameters(screen: "DP-1", seconds: 5))
        #expect(try client.call("Statistics", returning: Counters.self) == Counters(uptimeSeconds: 7))
        #expect(
            daemon.calls == [
                Call("screens.Manager.Identify", ["screen": "DP-1", "seconds": 5]), Call("screens.Manager.Statistics"),
            ])
        let error = #expect(throws: DaemonError.self) { try client.call("Identify", [1, 2]) }
        #expect(error?.code == .invalidCall)
    }

    @Test func settingsAreValuesOfTheCaller() throws {
        let reply = SetDocument(screen: ScreenDocument(Screen.lit("HDMI-A-1")), outcome: .set)
        let members = try #require(try JSONValue(encoding: reply).object)
        let daemon = try ScriptedDaemon(.answers { _ in [Reply(members)] })
        #expect(try client(of: daemon).set(["dim": 30], of: "HDMI-A-1", confirmWithin: 9) == reply)
        let parameters: [String: JSONValue] = [
            "screen": "HDMI-A-1", "settings": .object(["dim": 30]), "confirmSeconds": 9,
        ]
        #expect(daemon.calls == [Call("screens.Manager.Set", parameters)])
    }

    @Test(
        arguments: [
            ("screens.Manager.NoSuchScreen", .refused, "NoSuchScreen"),
            ("org.varlink.service.PermissionDenied", .permissionDenied, nil),
            ("org.varlink.service.MethodNotFound", .unsupported, nil),
            ("org.varlink.service.InterfaceNotFound", .badProtocol, nil), ("other.Error", .badProtocol, nil),
        ] as [(String, DaemonError.Code, String?)])
    func anErrorHasItsKind(name: String, code: DaemonError.Code, refusal: String?) throws {
        let text = #"{"error":"\#(name)","parameters":{"screen":"DP-9"}}"#
        let daemon = try ScriptedDaemon(.bytes(Array(text.utf8) + [0]))
        let client = try client(of: daemon)
        let error = #expect(throws: DaemonError.self) { try client.confirm("DP-9") }
        #expect(error?.code == code)
        #expect(error?.refusal == refusal)
        #expect(error.map { Failure($0).message == $0.message } == true)
    }

    @Test func withoutADaemonTheErrorSaysSo() {
        let error = #expect(throws: DaemonError.self) { try DaemonClient(DaemonSocket(path: "/nonexistent/socket")) }
        #expect(error?.code == .noDaemon)
    }

    @Test func theWaitForASilentDaemonEndsAtItsTimeout() throws {
        let daemon = try ScriptedDaemon(.answers { _ in [] })
        let error = #expect(throws: DaemonError.self) { try client(of: daemon, within: .milliseconds(50)).screens() }
        #expect(error?.code == .timeout)
    }

    @Test func aLateAnswerIsNotTakenForTheAnswerToTheNextCall() throws {
        let daemon = try ScriptedDaemon(.answers { $0.member == "List" ? [] : [Reply()] })
        let client = try client(of: daemon, within: .milliseconds(50))
        #expect(throws: DaemonError.self) { try client.screens() }
        let error = #expect(throws: DaemonError.self) { try client.confirm("DP-1") }
        #expect(error?.code == .disconnected)
        #expect(!daemon.calls.contains { $0.member == "Confirm" })
    }

    @Test func aWatchEndsWithItsBodyAndWithTheDaemon() throws {
        let event = EventDocument(
            status: StatusDocument(
                version: "1", uptimeSeconds: 0, screens: [], problems: [], brokenFiles: [], waitsForTime: false
            ).daemon, time: 1, sequence: 1)
        var reply = try Reply.with("event", event)
        reply.continues = true
        let replies = [reply, reply, reply]
        let daemon = try ScriptedDaemon(.answersOnce { _ in replies })
        var count = 0
        try client(of: daemon).watch { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
        let error = #expect(throws: DaemonError.self) { try client(of: daemon).watch { $0.kind == .status } }
        #expect(error?.code == .disconnected)
    }

    @Test func anInterrupterEndsAWatchFromAnotherThread() throws {
        let daemon = try ScriptedDaemon(.answers { _ in [] })
        let client = try client(of: daemon)
        let interrupter = client.interrupter
        DetachedThread.start { interrupter.interrupt() }
        try client.watch { _ in true }
    }

    /// The code of the landing page is an example's, which is built as a separate package.
    @Test func theDocumentedCodeIsPartOfAnExample() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        func lines(_ path: String) throws -> [Substring] {
            try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n").map {
                $0.drop { $0 == " " }
            }
        }
        let page = try lines("Sources/ScreensManager/ScreensManager.docc/ScreensManager.md")
        let code = page.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
        let example = try lines("examples/follow/Sources/follow/Follow.swift")
        #expect(code.count > 10)
        #expect(example.indices.contains { example[$0...].starts(with: code) })
    }
}
