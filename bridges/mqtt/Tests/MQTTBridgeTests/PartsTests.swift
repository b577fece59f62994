import ScreensConfiguration
import ScreensJSON
import Testing

@testable import MQTTBridge

struct OutboxTests {
    @Test func onlyTheNewestOfATopicIsKept() {
        var outbox = Outbox()
        for number in 0..<10_000 { outbox.retain("a", Array("\(number)".utf8)) }
        outbox.begin()
        #expect(outbox.next() == Message("a", "9999", isRetained: true))
        #expect(outbox.next() == nil)
        outbox.retain("a", Array("9999".utf8))
        #expect(outbox.next() == nil)
    }

    @Test func aBrokerThatDoesNotAcknowledgeGetsNoMore() {
        var outbox = Outbox()
        outbox.begin()
        for number in 0..<10_000 { outbox.send(Message("b", "\(number)")) }
        var count = 0
        while outbox.next() != nil { count += 1 }
        #expect(count == Outbox.mostUnacknowledged)
        #expect(outbox.dropped == 10_000 - Outbox.mostTransient)
        outbox.acknowledge()
        #expect(outbox.next() != nil)
        #expect(outbox.next() == nil)
    }

    @Test func removalsDuringALongOutageAreLimited() {
        var outbox = Outbox()
        for number in 0..<10_000 {
            outbox.retain("a\(number)", [1])
            outbox.forget("a\(number)")
        }
        outbox.begin()
        var removals = 0
        while let message = outbox.next() {
            #expect(message.payload == [])
            outbox.acknowledge()
            removals += 1
        }
        #expect(removals == Outbox.mostForgotten)
        // They have room again, and a topic that is wanted again is not removed.
        outbox.retain("a", [1])
        outbox.forget("a")
        outbox.retain("a", [2])
        #expect(outbox.next() == Message("a", [2], isRetained: true))
    }

    @Test func largeMessagesAreLimitedByTheirBytes() {
        var outbox = Outbox()
        outbox.begin()
        for _ in 0..<10 { outbox.send(Message("c", [UInt8](repeating: 0, count: 200_000))) }
        #expect(outbox.dropped == 5)
    }

    @Test func eventsOfAnOutageAreNotSentLate() {
        var outbox = Outbox()
        outbox.send(Message("d", "x"))
        outbox.begin()
        #expect(outbox.next() == nil)
    }

    @Test func aForgottenTopicIsRemovedOnceAndAfterWhatWaits() {
        var outbox = Outbox()
        outbox.retain("a", [1])
        outbox.retain("b", [2])
        outbox.begin()
        outbox.forget("a")
        #expect(outbox.next() == Message("b", [2], isRetained: true))
        #expect(outbox.next() == Message("a", [], isRetained: true))
        outbox.retain("b", [])
        _ = outbox.next()
        outbox.begin()
        #expect(outbox.next() == nil)
    }
}

struct ConnectionScheduleTests {
    @Test func anOutageHasOneLine() {
        var schedule = ConnectionSchedule(peer: "the broker")
        var (now, lines, attempts) = (0.0, [String](), 0)
        while now < 86_400 {
            if schedule.step(at: now) == .connect {
                attempts += 1
                schedule.fail(at: now, because: "it is away", random: 1).map { lines.append($0) }
            }
            now = max(now, schedule.deadline ?? now)
        }
        #expect(lines == ["no connection to the broker: it is away; it is tried again without further lines"])
        // At most one attempt a minute, after the first few.
        #expect((1440...1450).contains(attempts))
    }

    @Test func aBrokerThatAcceptsAndEndsIsNotHammered() {
        var schedule = ConnectionSchedule(peer: "the broker")
        var (now, lines, attempts) = (0.0, [String](), 0)
        while now < 3600 {
            if schedule.step(at: now) == .connect {
                attempts += 1
                schedule.succeed(at: now).map { lines.append($0) }
                schedule.fail(at: now, because: "it ends it", random: 0).map { lines.append($0) }
            }
            now = max(now, schedule.deadline ?? now)
        }
        #expect(lines.count == 2)
        #expect(attempts < 130)
    }

    @Test func aConnectionThatLastsIsReportedAfterAnOutage() {
        var schedule = ConnectionSchedule(peer: "the broker")
        #expect(schedule.step(at: 0) == .connect)
        #expect(schedule.succeed(at: 0) == "connected to the broker")
        #expect(schedule.fail(at: 5, because: "it is lost", random: 0) != nil)
        #expect(schedule.step(at: 6) == .connect)
        #expect(schedule.succeed(at: 6) == nil)
        #expect(schedule.step(at: 66) == .log("connected to the broker again, after 1 attempt"))
        #expect(schedule.deadline == nil)
    }

    @Test func anAttemptWithoutAnAnswerIsGivenUp() {
        var schedule = ConnectionSchedule(peer: "the broker")
        #expect(schedule.step(at: 0) == .connect)
        #expect(schedule.step(at: 29) == .nothing)
        #expect(schedule.step(at: 30) == .giveUp)
    }

    @Test func pausesGrowToAMinuteAndAreSpread() {
        var backoff = Backoff()
        #expect((0..<8).map { _ in backoff.pause(1) } == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(backoff.pause(0) == 30)
        backoff.reset()
        #expect(backoff.pause(0) == 0.5)
    }
}

struct DisplayTableTests {
    @Test(arguments: ["A1", String(repeating: "x", count: 80)])
    func displaysThatStateTheSameIdentityHaveIdsOfTheirOwn(_ serial: String) {
        var table = DisplayTable()
        var ids: [String] = []
        for (card, name) in [("card0", "HDMI-A-1"), ("card1", "HDMI-A-1"), ("card2", "HDMI-A-1"), ("card0", "DP-1")] {
            let screen = Samples.screen(name, serial: serial, card: "/dev/dri/\(card)")
            for change in table.take(screen) { if case .plugged(let id) = change { ids.append(id) } }
            // The same display again is not a further one.
            #expect(table.take(screen) == [])
        }
        #expect(Set(ids).count == 4)
        #expect(ids.allSatisfy(Topics.isLevel))
    }
}

struct ProtocolChoiceTests {
    @Test func aBrokerWithoutVersion5GetsTheOlderOne() {
        for code: Int32 in [1, 132] {
            var choice = ProtocolChoice()
            choice.record(.refused(code))
            #expect(!choice.isVersion5)
        }
    }

    @Test func onlyABrokerThatEndsConnectionsGetsTheOlderVersion() {
        var choice = ProtocolChoice()
        for _ in 0..<9 { choice.record(.noConnection) }
        #expect(choice.isVersion5)
        // It refuses the user.
        for _ in 0..<9 { choice.record(.refused(135)) }
        #expect(choice.isVersion5)
        choice.record(.endedByPeer)
        choice.record(.noConnection)
        choice.record(.endedByPeer)
        #expect(choice.isVersion5)
        choice.record(.endedByPeer)
        #expect(!choice.isVersion5)
    }
}

struct BridgeConfigurationTests {
    private func read(_ text: String) -> (BridgeConfiguration, ConfigurationDocument) {
        let document = ConfigurationDocument(Array(text.utf8), of: "mqtt.toml")
        return (BridgeConfiguration(document, host: "sign-1"), document)
    }

    @Test func theExampleIsRight() {
        let (configuration, document) = read(ConfigurationExample.text)
        #expect(document.problems == [])
        #expect(configuration.machine == "lobby")
        #expect(configuration.broker.port == 8883)
        #expect(configuration.groups == ["ground-floor"])
        #expect(configuration.permissions == BridgeConfiguration.Permissions())
    }

    @Test func aHostSuffices() {
        let (configuration, document) = read("[broker]\nhost = \"b\"\n")
        #expect(document.problems == [])
        #expect(configuration.machine == "sign-1")
        #expect(configuration.broker.usesTLS)
        #expect(configuration.discovery == "homeassistant")
    }

    @Test(arguments: [
        ("", "mqtt.toml: has no section [broker] with a host"),
        ("[broker]\n", "mqtt.toml:1:2: broker: has no host"),
        ("machine = \"a/b\"\n[broker]\nhost = \"b\"\n", "mqtt.toml:1:1: machine: must have 1 to 64 letters"),
        ("[broker]\nhost = \"b\"\ntls = false\nauthorities = \"/x\"\n", "need tls = true"),
        ("[broker]\nhost = \"b\"\nport = 0\n", "mqtt.toml:3:1: broker.port: must be 1 to 65535"),
        ("[broker]\nhost = \"b\"\nkey = \"/x\"\n", "needs both certificate and key"),
        ("[broker]\nhost = \"b\"\nuser = 1\n", "broker.user: must be a text in quotes"),
        ("[broker\n", "mqtt.toml:1"),
        (
            "[broker]\nhost = \"b\"\n[report]\nsnapshots-every = 60\n",
            "mqtt.toml:4:1: report.snapshots-every: needs snapshots = true"
        ),
        ("[home-assistant]\nprefix = \"a/#\"\n[broker]\nhost = \"b\"\n", "home-assistant.prefix: must be levels"),
    ])
    func aProblemHasItsPlace(_ text: String, _ problem: String) {
        let (_, document) = read(text)
        #expect(document.problems.contains { $0.contains(problem) }, "\(document.problems)")
        #expect(!document.isUsable)
    }

    @Test func anUnknownKeyCostsOnlyItself() {
        let (configuration, document) = read("[broker]\nhost = \"b\"\nprot = 1\n")
        #expect(document.problems.count == 1)
        #expect(document.isUsable)
        #expect(configuration.broker.host == "b")
    }
}
