import Screens
import Testing

/// Events report why cards cannot be used, so that a program without a picture learns the reason.
@Suite struct CardEventTests {
    @Test func aMachineWithoutACardIsAnEvent() async throws {
        var settings = VideoKit.Settings()
        settings.cards = .simulated([])
        let delegate = StillDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        let events = kit.events.makeAsyncIterator()
        #expect(await events.next() == .snapshot([]))
        let event = await events.next()
        #expect(event == .cards([]) && event?.message == "the machine has no card that drives displays")
        await kit.stop()
    }

    @Test func anotherMasterIsAnEventAndItsEndToo() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        card.beginOtherMaster()
        let delegate = StillDelegate()
        let kit = try await VideoKit.started(delegate, on: card)
        clock.settle()
        let events = kit.events.makeAsyncIterator()
        guard case .snapshot = await events.next(), case .cards(let cards) = await events.next() else {
            Issue.record("the cards are the second event")
            return
        }
        #expect(cards.map(\.problem?.code) == [.busy])
        card.endOtherMaster()
        clock.advance(by: .seconds(5))
        var last: ScreenEvent?
        repeat { last = await events.next() } while last?.message == nil
        #expect(last?.message == "all cards can be used")
        await kit.stop()
    }

    @Test func anEventIsALineForPeople() async throws {
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: ManualClock())
        let delegate = StillDelegate()
        let kit = try await VideoKit.started(delegate, on: card)
        let events = kit.events.makeAsyncIterator()
        #expect(await events.next()?.description == "screens: Virtual-1")
        try card.unplug("Virtual-1")
        #expect(await events.next()?.description == "disconnected: Virtual-1")
        try card.plug(SimulatedScreen("64x48@60"))
        #expect(await events.next()?.description == "connected: Virtual-1")
        #expect(ScreenEvent.cards([]).description == "warning: the machine has no card that drives displays")
        await kit.stop()
    }

    @Test func aUsableCardCausesNoEventWithAMessage() async throws {
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: ManualClock())
        let delegate = StillDelegate()
        let kit = try await VideoKit.started(delegate, on: card)
        let events = kit.events.makeAsyncIterator()
        _ = await events.next()
        await kit.stop()
        while let event = await events.next() { #expect(event.message == nil) }
    }
}
