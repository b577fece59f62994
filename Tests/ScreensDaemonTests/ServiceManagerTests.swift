import Glibc
import Testing

@testable import ScreensDaemon

struct ServiceManagerTests {
    private static let own = "\(getpid())"

    @Test(
        arguments: [
            ([:], nil),
            (["WATCHDOG_USEC": "4000000"], .seconds(4)),
            (["WATCHDOG_USEC": "4000000", "WATCHDOG_PID": own], .seconds(4)),
            (["WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "1"], nil),
            (["WATCHDOG_USEC": "4000000", "WATCHDOG_PID": ""], nil),
            (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "-4"], nil),
            (["WATCHDOG_USEC": "often"], nil),
            (["WATCHDOG_USEC": "9223372036854775807"], nil),
            (["WATCHDOG_USEC": "99999999999999999999"], nil),
        ] as [([String: String], Duration?)])
    func theWatchdogsInterval(environment: [String: String], interval: Duration?) {
        #expect(ServiceManager { environment[$0] }.watchdogInterval == interval)
    }

    @Test(
        arguments: [
            ([:], []),
            (["LISTEN_FDS": "1", "LISTEN_PID": own], ["3 unknown"]),
            (["LISTEN_FDS": "2", "LISTEN_PID": own, "LISTEN_FDNAMES": "manager:other"], ["3 manager", "4 other"]),
            (["LISTEN_FDS": "2", "LISTEN_PID": own, "LISTEN_FDNAMES": ":other"], ["3 ", "4 other"]),
            (["LISTEN_FDS": "2", "LISTEN_PID": own, "LISTEN_FDNAMES": "manager"], ["3 manager", "4 unknown"]),
            (["LISTEN_FDS": "1", "LISTEN_PID": "1"], []),
            (["LISTEN_FDS": "1"], []),
            (["LISTEN_FDS": "-1", "LISTEN_PID": own], []),
            (["LISTEN_FDS": "many", "LISTEN_PID": own], []),
        ] as [([String: String], [String])])
    func theSocketsThatArePassedOn(environment: [String: String], sockets: [String]) {
        let found = ServiceManager { environment[$0] }.sockets.map { "\($0.descriptor) \($0.name)" }
        #expect(found == sockets)
    }

    @Test func noNumberOfSocketsIsTooLarge() {
        let environment = ["LISTEN_FDS": "2147483647", "LISTEN_PID": Self.own]
        #expect(ServiceManager { environment[$0] }.sockets.count == 64)
    }

    @Test func cardsAreNotTakenForSockets() {
        let environment = [
            "LISTEN_FDS": "4", "LISTEN_PID": Self.own, "LISTEN_FDNAMES": "manager:card-57856:reader:card-57857",
        ]
        let manager = ServiceManager { environment[$0] }
        #expect(manager.sockets.map { "\($0.descriptor) \($0.name)" } == ["3 manager", "5 reader"])
        #expect(manager.cards.map { "\($0.descriptor) \($0.name)" } == ["4 card-57856", "6 card-57857"])
    }

    @Test(
        arguments: [
            (["NOTIFY_SOCKET": "/run/x", "FDSTORE": "16"], true), (["NOTIFY_SOCKET": "/run/x", "FDSTORE": "0"], false),
            (["NOTIFY_SOCKET": "/run/x", "FDSTORE": "-1"], false), (["NOTIFY_SOCKET": "/run/x"], false),
            (["FDSTORE": "16"], false), (["NOTIFY_SOCKET": "", "FDSTORE": "16"], false),
            (["NOTIFY_SOCKET": "/run/x", "FDSTORE": "many"], false),
        ])
    func aManagerThatKeepsDescriptorsSaysSo(environment: [String: String], keeps: Bool) {
        #expect(ServiceManager { environment[$0] }.keepsDescriptors == keeps)
    }

    @Test func aDescriptorIsPassedWithItsNameAndRemovedByIt() {
        let folder = TemporaryFolder()
        let receiver = Datagrams(folder / "notify")
        let manager = ServiceManager { $0 == "NOTIFY_SOCKET" ? folder / "notify" : nil }
        let descriptor = open(folder / "kept", O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        manager.store(descriptor, as: "card-57856")
        manager.remove("card-57856")
        let stored = receiver.next(bringing: descriptor)
        #expect(stored?.text == "FDSTORE=1\nFDNAME=card-57856")
        #expect(stored?.isBrought == true)
        #expect(receiver.next() == "FDSTOREREMOVE=1\nFDNAME=card-57856")
    }

    @Test func eachStateIsADatagram() {
        let folder = TemporaryFolder()
        let receiver = Datagrams(folder / "notify")
        let manager = ServiceManager { $0 == "NOTIFY_SOCKET" ? folder / "notify" : nil }
        manager.ready("1 of 2 screens lit\nMAINPID=1")
        manager.feedWatchdog()
        manager.stopping()
        #expect(receiver.next() == "READY=1\nSTATUS=1 of 2 screens lit MAINPID=1")
        #expect(receiver.next() == "WATCHDOG=1")
        #expect(receiver.next() == "STOPPING=1")
    }

    /// systemd ignores longer ones as a whole, and would wait for `READY=1` until it ends the daemon.
    @Test func aLongStateFitsIntoANotification() {
        let folder = TemporaryFolder()
        let receiver = Datagrams(folder / "notify")
        let manager = ServiceManager { $0 == "NOTIFY_SOCKET" ? folder / "notify" : nil }
        manager.ready("1 of 1 screen lit; \(String(repeating: "\u{3042}", count: 2000))")
        let text = receiver.next()
        #expect(text?.hasPrefix("READY=1\nSTATUS=1 of 1 screen lit; \u{3042}") == true)
        #expect(text.map { $0.utf8.count <= 4096 } == true)
    }

    @Test(arguments: ["", "/nowhere/notify", "@nobody", String(repeating: "x", count: 500)])
    func anAddressWithoutReceiverIsNotAnError(address: String) {
        ServiceManager { $0 == "NOTIFY_SOCKET" ? address : nil }.ready("")
    }

    @Test func aReceiverThatDoesNotReadIsNotWaitedFor() {
        let folder = TemporaryFolder()
        let receiver = Datagrams(folder / "notify")
        let manager = ServiceManager { $0 == "NOTIFY_SOCKET" ? folder / "notify" : nil }
        for _ in 0..<100_000 { manager.feedWatchdog() }
        #expect(receiver.next() == "WATCHDOG=1")
    }
}
