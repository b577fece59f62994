import EDIDMutations
import Testing
import VarlinkMutations

@testable import ScreensVarlink

@Suite("Sessions")
struct SessionTests {
    /// Moves some of what one side has to send, by chance less than all, to the other.
    private func move(
        _ random: inout Xorshift, from sender: inout ClientConnection, to receiver: inout ServerConnection
    ) {
        let count = min(sender.unsentByteCount, random.below(300))
        receiver.receive(sender.withUnsentBytes { span in (0..<count).map { span[$0] } })
        sender.markSent(count)
    }

    private func move(
        _ random: inout Xorshift, from sender: inout ServerConnection, to receiver: inout ClientConnection
    ) {
        let count = min(sender.unsentByteCount, random.below(300))
        receiver.receive(sender.withUnsentBytes { span in (0..<count).map { span[$0] } })
        sender.markSent(count)
    }

    @Test(arguments: 1...60)
    func giveEachCallItsAnswers(_ seed: UInt64) throws {
        var random = Xorshift(seed: seed)
        var client = ClientConnection()
        var server = ServerConnection(service: try Lamps.service(), limits: ConnectionLimits(repliesAhead: 500))
        var expected: [ClientConnection.Answer] = []
        var found: [ClientConnection.Answer] = []
        var planned: [[Reply]] = []
        var left = 60
        while left > 0 || client.unansweredCount > 0 || client.unsentByteCount > 0 {
            try #require(server.cutReason == nil && client.failure == nil)
            if left > 0, random.below(2) == 0 {
                left -= 1
                let name = "lamp\(left)"
                switch random.below(4) {
                case 0:
                    let number = client.send(Lamps.list()) ?? 0
                    planned.append([Reply(["names": [.string(name)]])])
                    expected.append(ClientConnection.Answer(call: number, reply: Reply(["names": [.string(name)]])))
                case 1:
                    #expect(client.send(Lamps.off(name, .never)) == nil)
                    planned.append([Reply()])
                case 2:
                    let number = client.send(Lamps.watch) ?? 0
                    let replies =
                        (0..<random.below(5)).map { Reply(["n": .int(Int64($0))], continues: true) } + [Reply()]
                    planned.append(replies)
                    expected += replies.map { ClientConnection.Answer(call: number, reply: $0) }
                default:
                    let number = client.send(Call("no.Such")) ?? 0
                    expected.append(ClientConnection.Answer(call: number, reply: Reply(.interfaceNotFound("no"))))
                }
            }
            move(&random, from: &client, to: &server)
            if server.nextCall() != nil {
                for reply in planned.removeFirst() { try server.reply(reply) }
            }
            move(&random, from: &server, to: &client)
            while let answer = client.nextAnswer() { found.append(answer) }
        }
        #expect(found == expected)
        while server.nextCall() != nil { try server.reply(Reply()) }
        #expect(server.unsentByteCount == 0)
    }

    @Test func neverTrapOnAnyInput() throws {
        var trial = try SessionTrial(seed: 3)
        var clients = SessionMutator(seeds: SessionSeeds.calls, seed: 3)
        var services = SessionMutator(seeds: SessionSeeds.replies, seed: 4)
        var texts = SessionMutator(seeds: SessionSeeds.calls + SessionSeeds.definitions, seed: 5)
        // `VarlinkFuzz`, which is built with optimisation, goes on where this ends.
        for _ in 0..<400 {
            trial.playClient(clients.next())
            trial.playService(services.next())
            trial.read(texts.next())
        }
        #expect(trial.violations == [])
        // Both what is right and what is wrong was among it.
        #expect(trial.counts.calls > 100)
        #expect(trial.counts.replies > 100)
        #expect(trial.counts.cuts > 100)
        #expect(trial.counts.documents > 100)
    }

    @Test func mayEndAnywhere() throws {
        var trial = try SessionTrial(seed: 6)
        for bytes in SessionSeeds.calls + SessionSeeds.replies + SessionSeeds.definitions {
            for length in 0...bytes.count {
                let cut = Array(bytes[..<length])
                trial.playClient(cut)
                trial.playService(cut)
                trial.read(cut)
            }
        }
        #expect(trial.violations == [])
    }
}
