import Glibc
import ScreensLinux
import Testing

@testable import Screens

@Suite struct EventReaderTests {
    /// Calls `next()` twice, simultaneously or one after the other, on a reader that gets no event.
    private static func read(atOnce: Bool) async {
        let table = ScreenTable(.system)
        let reader = EventReader(of: table)
        if !atOnce { table.finish() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { _ = await reader.next() } }
            guard atOnce else { return }
            // Ends the process in success if both wait.
            try? NativeThread.start(name: "limit") {
                sleep(30)
                exit(0)
            }
        }
    }

    /// The node of a card may be gone before udev has reported its removal.
    @Test func aCardThatLeavesIsNotReportedAsUnusable() async {
        let table = ScreenTable(.system)
        func publish(_ problem: ScreenError?) {
            let card = Card(path: "/dev/dri/card7", driver: "vkms", problem: problem, master: nil)
            _ = table.publish(ScreenTable.Entry(card: card, number: 7, session: 1, connectors: []))
        }
        publish(nil)
        table.begin()
        let reader = EventReader(of: table)
        publish(ScreenError(.cardLost, operation: "open", object: "card7", errno: ENODEV))
        publish(ScreenError(.permissionDenied, operation: "open", object: "card7", errno: EACCES))
        table.finish()
        var found: [ScreenEvent] = []
        while let record = await reader.next() { found.append(record.event) }
        #expect(found.count == 2 && found.first == .snapshot([]))
        guard case .cards(let cards) = found.last else {
            Issue.record("\(found)")
            return
        }
        #expect(cards.map(\.problem?.code) == [.permissionDenied])
    }

    @Test func aSecondNextOnOneReaderIsAPreconditionFailure() async {
        await #expect(processExitsWith: .failure) { await Self.read(atOnce: true) }
        await #expect(processExitsWith: .success) { await Self.read(atOnce: false) }
    }
}
