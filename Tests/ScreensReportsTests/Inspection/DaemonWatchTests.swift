import ScreensJSON
import ScreensVarlink
import Synchronization
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensLinux
@testable import ScreensManager
@testable import ScreensReports

struct DaemonWatchTests {
    private static func events() throws -> [EventDocument] {
        var translation = EventTranslation()
        let screen = Screen.lit("HDMI-A-1")
        return [
            translation.document(of: EventRecord(.snapshot([screen]), time: 5)),
            translation.document(of: EventRecord(.changed(screen, [.currentMode]), sequence: 1, time: 6)),
        ]
    }

    private static func replies() throws -> [Reply] {
        try events().map { event in
            var reply = try Reply.with("event", event)
            reply.continues = true
            return reply
        }
    }

    @Test func eventsOfDaemonAndLibraryAreTheSame() throws {
        let replies = try Self.replies()
        let daemon = try ScriptedDaemon(.answersOnce { _ in replies })
        var lines: [String] = []
        let failure = #expect(throws: Failure.self) {
            try daemon.connection().watch { (event) throws(Failure) in lines.append(try JSONLine.encode(event)) }
        }
        #expect(try lines == Self.events().map { try JSONLine.encode($0) })
        #expect(failure?.status == .unavailable)
        #expect(failure?.message.contains("has ended") == true)
        #expect(daemon.calls == [Call("screens.Manager.Watch", answer: .more)])
    }

    @Test func aDaemonThatEndsTheWatchHasEnded() throws {
        var replies = try Self.replies()
        replies[1].continues = false
        let daemon = try ScriptedDaemon(.answers { [replies] _ in replies })
        var count = 0
        let failure = #expect(throws: Failure.self) {
            try daemon.connection().watch { (_) throws(Failure) in count += 1 }
        }
        #expect(count == 2)
        #expect(failure?.message.contains("has ended") == true)
    }

    @Test func anInterruptionEndsItWithoutAnError() throws {
        let replies = try Self.replies()
        let daemon = try ScriptedDaemon(.answers { _ in replies })
        let connection = try daemon.connection()
        let socket = connection.socket
        var count = 0
        try connection.watch { (_) throws(Failure) in
            count += 1
            if count == 2 { DetachedThread.start { socket.interrupt() } }
        }
        #expect(count == 2)
    }

    @Test func theWaitForTheFirstEventEnds() throws {
        let daemon = try ScriptedDaemon(.answers { _ in [] })
        let failure = #expect(throws: Failure.self) {
            try daemon.connection(timeouts: .milliseconds(50)).watch { (_) throws(Failure) in }
        }
        #expect(failure?.message.contains("not answered") == true)
    }

    @Test func theNameOfADisplayCannotBreakALine() throws {
        var text = try JSONLine.encode(Self.events()[1])
        text = text.replacing("HDMI-A-1", with: "\\u001b[2J").replacing("currentMode\"]", with: "a\\nb\"]")
        let value = try JSONValue(decoding: Array(text.utf8))
        let daemon = try ScriptedDaemon(.answersOnce { _ in [Reply(["event": value], continues: true)] })
        var lines: [String] = []
        #expect(throws: Failure.self) {
            try daemon.connection().watch { (event) throws(Failure) in
                lines.append(WatchReport.text(event, at: "12:00:00"))
            }
        }
        #expect(lines == ["12:00:00  changed       card1/\\u{1B}[2J        a\\u{A}b\n"])
    }
}
