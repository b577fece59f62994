import Glibc
import ScreensLinux
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager

struct CommandClientTests {
    @Test(
        arguments: [
            (nil, nil, "/run/screens/screens.Manager", false), (nil, "", "/run/screens/screens.Manager", false),
            (nil, "/tmp/e", "/tmp/e", false), ("/tmp/o", "/tmp/e", "/tmp/o", true), ("/tmp/o", nil, "/tmp/o", true),
        ] as [(String?, String?, String, Bool)])
    func theOptionCountsBeforeTheEnvironment(option: String?, environment: String?, path: String, isExplicit: Bool) {
        let location = DaemonLocation(option: option, environment: environment)
        #expect(location.path == path)
        #expect(location.isExplicit == isExplicit)
    }

    @Test func withoutAListenerThereIsNoDaemon() throws {
        let plain = "/tmp/screens-\(getpid())-plain"
        close(open(plain, O_CREAT | O_WRONLY, 0o600))
        defer { unlink(plain) }
        for path in ["/nonexistent/socket", plain, plain + "/socket"] {
            let none = try CommandClient.open(DaemonLocation(option: nil, environment: path))
            #expect(none == nil, "\(path)")
            let failure = #expect(throws: Failure.self) {
                try CommandClient.open(DaemonLocation(option: path, environment: nil))
            }
            #expect(failure?.status == .unavailable)
            #expect(failure?.message.contains("systemctl start screensd") == true)
        }
    }

    @Test(arguments: ["", "/" + String(repeating: "a", count: 107), "/tmp/a\u{0}b"])
    func aPathThatNoSocketCanHaveIsWrongUsage(path: String) {
        let failure = #expect(throws: Failure.self) {
            try CommandClient.open(DaemonLocation(option: path, environment: nil))
        }
        #expect(failure?.status == .usage)
    }

    @Test(arguments: [
        (EACCES, Int32(77), "only root and the group screens-admin may"), (ETIMEDOUT, 69, "restart screensd"),
        (EPROTOTYPE, 76, "not a stream socket"), (EMFILE, 69, "Too many open files"),
    ])
    func aFailedConnectionIsReportedWithARemedy(errno: Int32, status: Int32, part: String) {
        let failure = Failure(DaemonError(connectingTo: "/nonexistent/socket", errno: errno))
        #expect(failure.status.rawValue == status)
        #expect(failure.message.contains(part))
    }

    @Test func theWaitForADaemonThatTakesNoConnectionEnds() throws {
        let daemon = try ScriptedDaemon(.deaf)
        // The first connection fits into the queue.
        let first = try daemon.connection()
        let failure = #expect(throws: Failure.self) { try daemon.connection(timeouts: .milliseconds(50)) }
        #expect(failure?.status == .unavailable)
        withExtendedLifetime(first) {}
    }

    /// An EDID has up to 256 blocks of 128 bytes.
    @Test(arguments: [("edid", false), ("other", true)])
    func anEDIDMayBeLong(name: String, isTooLong: Bool) throws {
        let digits = String(repeating: "0", count: 256 * 128 * 2)
        let daemon = try ScriptedDaemon(.bytes(Array("{\"parameters\":{\"\(name)\":\"\(digits)\"}}\0".utf8)))
        let connection = try daemon.connection()
        let failure = #expect(throws: Failure.self) { try connection.inspection(of: "DP-1") }
        #expect(failure?.message.contains("too long") == isTooLong)
    }

    @Test(arguments: ["", "{}"])
    func aDaemonThatSaysNothingMoreIsNotWaitedFor(said: String) throws {
        let daemon = try ScriptedDaemon(.bytes(Array(said.utf8)))
        let connection = try daemon.connection(timeouts: .milliseconds(50))
        let failure = #expect(throws: Failure.self) { try connection.screens(all: true) }
        #expect(failure?.status == .unavailable)
        #expect(failure?.message.contains("not answered for 0.05 s") == true)
    }

    @Test(arguments: ["", "{\"para"])
    func aDaemonThatEndsHasEnded(said: String) throws {
        let daemon = try ScriptedDaemon(.bytesAndEnd(Array(said.utf8)))
        let connection = try daemon.connection()
        let failure = #expect(throws: Failure.self) { try connection.screens(all: true) }
        #expect(failure?.status == .unavailable)
        #expect(failure?.message.contains("ended before it answered") == true)
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\n\r\n\0", "\0", "[]\0", "{\"parameters\":[]}\0", "{}\0",
        "{\"continues\":true}\0", "{\"error\":1}\0", String(repeating: "[", count: 300) + "\0",
        "{\"parameters\":{\"screens\":{}}}\0", "{\"parameters\":{\"screens\":[{}]}}\0",
        "{\"parameters\":{\"screens\":[{\"name\":1}]}}\0", "{\"parameters\":{\"screens\":null}}\0",
        "{\"parameters\":{\"more\":\"" + String(repeating: "a", count: 5000) + "\",\"screens\":[]}}\0",
        "{\"error\":\"io.systemd.System\"}\0", "{\"error\":\"screens.Manager.Unheard\"}\0", "{\"error\":\"\"}\0",
        "{\"error\":\"org.varlink.service.InterfaceNotFound\",\"parameters\":{\"interface\":\"screens.Manager\"}}\0",
    ])
    func aServiceThatIsNotTheDaemonIsFoundOut(text: String) throws {
        let daemon = try ScriptedDaemon(.bytes(Array(text.utf8)))
        let connection = try daemon.connection()
        let failure = #expect(throws: Failure.self) { try connection.screens(all: true) }
        #expect(failure?.status == .badProtocol)
        #expect(failure?.message.contains("\u{0}") == false)
    }

    @Test(arguments: ["a", "{\"a\":1}\0"])
    func anAnswerWithoutEndIsCutOff(part: String) throws {
        let bytes = Array(String(repeating: part, count: 1000).utf8)
        let daemon = try ScriptedDaemon(.endlessly(bytes))
        let connection = try daemon.connection()
        let failure = #expect(throws: Failure.self) { try connection.screens(all: true) }
        #expect(failure?.status == .badProtocol)
    }

    @Test func aSecondCallIsAnsweredOnTheSameConnection() throws {
        let screens = [ScreenDocument(.lit("HDMI-A-1")), ScreenDocument(.empty("DP-1"))]
        let answer = try Reply.with("screens", screens)
        let modes = try Reply.with("modes", ModeDocument.all(of: .lit("DP-1")))
        let daemon = try ScriptedDaemon(.answers { [$0.member == "List" ? answer : modes] })
        let connection = try daemon.connection()
        #expect(try JSONLine.encode(connection.screens(all: true)) == JSONLine.encode(screens))
        #expect(try connection.modes(of: "DP-1") == ModeDocument.all(of: .lit("DP-1")))
        #expect(
            daemon.calls == [
                Call("screens.Manager.List", ["all": true]), Call("screens.Manager.Modes", ["screen": "DP-1"]),
            ])
    }

    @Test func anAnswerThatIsNotAPictureIsAnError() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        for (text, expected) in [("iVBORw0KGgoBAgM=", png), ("AQID", nil), ("!", nil), ("", nil)] {
            let daemon = try ScriptedDaemon(.answers { _ in [Reply(["png": .string(text)])] })
            let connection = try daemon.connection(longestAnswer: DaemonClient.longestPicture)
            if let expected {
                #expect(try connection.snapshot(of: "DP-1") == expected)
            } else {
                let failure = #expect(throws: Failure.self) { try connection.snapshot(of: "DP-1") }
                #expect(failure?.status == .badProtocol)
            }
        }
    }

    @Test func aPictureMayBeLongerThanAnyOtherAnswer() throws {
        let text = "iVBORw0KGgoA" + String(repeating: "AAAA", count: 270_000)
        let daemon = try ScriptedDaemon(.answers { _ in [Reply(["png": .string(text)])] })
        let connection = try daemon.connection(longestAnswer: DaemonClient.longestPicture)
        #expect(try connection.snapshot(of: "DP-1").count == 810_009)
        let other = try daemon.connection()
        let failure = #expect(throws: Failure.self) { try other.snapshot(of: "DP-1") }
        #expect(failure?.status == .badProtocol)
    }
}
