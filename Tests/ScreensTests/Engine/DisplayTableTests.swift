import ScreensKMS
import ScreensLinux
import Testing

@testable import Screens

/// The data that is kept for a display over all of its events.
@Suite struct DisplayTableTests {
    private let table = DisplayTable(contents: ContentRegister(delegate: nil, warn: { _, _ in }))
    private let known = ScreenIdentity.sign("1")

    /// A card with one connector, whose state a test sets.
    private struct Card {
        let table: DisplayTable
        var inventory: Inventory

        init(_ table: DisplayTable, session: UInt64 = 1) {
            self.table = table
            inventory = Inventory(card: "card0", session: session)
        }

        mutating func read(_ connector: ConnectorState, until deadline: MonotonicTime = MonotonicTime(nanoseconds: 100))
        {
            _ = table.take(.make(connector), after: [:], modesets: [:], into: &inventory, until: deadline)
        }

        var screen: ScreenID { inventory.screenID(1) }
        var key: DisplayKey? { inventory.key(of: 1) }
    }

    private func addLink(to screen: ScreenID) throws -> DisplayLink {
        try table.addLink(to: screen, cadence: .interval(1)) { _ in }
    }

    /// A display leaves and comes back without reporting its identity, and reports it later.
    @Test func linksFollowADisplayThatIsIdentifiedOnlyLater() throws {
        var card = Card(table)
        card.read(.make(1, identity: known))
        let link = try addLink(to: card.screen)
        let ended = try addLink(to: card.screen)
        card.read(.make(1, .disconnected))
        card.read(.make(1))
        let later = try addLink(to: card.screen)
        #expect(try table.links(of: card.screen).links.map(ObjectIdentifier.init) == [ObjectIdentifier(later)])
        ended.invalidate()
        card.read(.make(1, identity: known))
        table.expire(at: MonotonicTime(nanoseconds: 200))
        let links = try table.links(of: card.screen)
        #expect(link.isValid && later.isValid && links.links.count == 2)
        let signal = FrameSignal()
        links.attach(signal, rate: RefreshRate(numerator: 50, denominator: 1))
        _ = signal.take()
        link.setNeedsDisplay()
        #expect(signal.take() == .changes && link.duration == .milliseconds(20))
        link.invalidate()
        #expect(links.links.count == 1)
    }

    @Test func linksOfADisplayThatDoesNotComeBackEnd() throws {
        var card = Card(table)
        card.read(.make(1, identity: known))
        let screen = card.screen
        let link = try addLink(to: screen)
        card.read(.make(1, .disconnected))
        card.read(.make(1))
        table.expire(at: MonotonicTime(nanoseconds: 99))
        #expect(link.isValid)
        table.expire(at: MonotonicTime(nanoseconds: 100))
        #expect(!link.isValid)
        #expect(throws: ScreenError.self) { try table.links(of: screen) }
    }

    /// The old session of a card that is removed and added ends after the new one has read it.
    @Test func theEndOfACardLeavesItsSuccessorAlone() throws {
        var before = Card(table, session: 1)
        before.read(.make(1))
        var after = Card(table, session: 2)
        after.read(.make(1))
        let link = try addLink(to: after.screen)
        table.left(before.inventory, connectors: [1], until: MonotonicTime(nanoseconds: 100))
        table.expire(at: MonotonicTime(nanoseconds: 100))
        #expect(link.isValid)
    }

    @Test func displaysOnTwoCardsThatReportOneIdentityAreKeptApart() {
        let sign = ScreenIdentity.sign("1")
        var cards = (1...2).map { Inventory(card: "/dev/dri/card\($0)", session: $0) }
        for index in cards.indices {
            _ = table.take(
                .make(.make(1, identity: sign)), after: [:], modesets: [:], into: &cards[index],
                until: MonotonicTime(nanoseconds: 0)
            )
        }
        #expect(cards.map { $0.isTwin(1) } == [false, true])
        #expect(cards[0].key(of: 1) != cards[1].key(of: 1))
        // A repeated read changes nothing.
        for index in cards.indices {
            #expect(
                table.take(
                    .make(.make(1, identity: sign)), after: [:], modesets: [:], into: &cards[index],
                    until: MonotonicTime(nanoseconds: 0)
                ).isEmpty)
        }
        #expect(cards.map { $0.isTwin(1) } == [false, true])
        // Its card is gone: the next display that reports the identity is the first.
        table.release(cards[0])
        _ = table.take(.make(), after: [:], modesets: [:], into: &cards[1], until: MonotonicTime(nanoseconds: 0))
        _ = table.take(
            .make(.make(1, identity: sign)), after: [:], modesets: [:], into: &cards[1],
            until: MonotonicTime(nanoseconds: 0))
        #expect(!cards[1].isTwin(1))
    }

    /// Both return as after a power cut; one of them takes longer.
    @Test(arguments: [[0, 1], [1, 0]]) func twinsThatReturnInAnyOrderHaveTheirKeys(_ order: [Int]) {
        let sign = ScreenIdentity.sign("1")
        var cards = (1...2).map { Inventory(card: "/dev/dri/card\($0)", session: $0) }
        func read(_ index: Int, _ connectors: ConnectorState...) {
            let state = CardState(connectors: connectors, crtcCount: 1, isFresh: true)
            _ = table.take(state, after: [:], modesets: [:], into: &cards[index], until: MonotonicTime(nanoseconds: 0))
        }
        for index in [0, 1] { read(index, .make(1, identity: sign)) }
        let keys = cards.map { $0.key(of: 1) }
        for index in [0, 1] { read(index) }
        for index in order { read(index, .make(1, identity: sign)) }
        #expect(cards.map { $0.key(of: 1) } == keys && keys[0] != keys[1])
    }

    @Test func settingsFollowADisplayThatIsIdentifiedOnlyLater() throws {
        var card = Card(table)
        card.read(.make(1))
        let anonymous = try #require(card.key)
        table.update(anonymous) { record in record.change { $0.isOn = false } }
        card.read(.make(1, identity: known))
        let own = try #require(card.key)
        #expect(own != anonymous && !table[own].settings.isOn && table[anonymous].settings.isOn)
    }

    /// The display was connected with its identity before, but settings were never applied to it then.
    @Test func settingsFollowADisplayThatWasKnownWithoutSettings() throws {
        var card = Card(table)
        card.read(.make(1, identity: known))
        let own = try #require(card.key)
        let mode = ScreenMode.make(0, 64, 64, 60)
        table.update(own) { $0.remember(enabledIn: mode) }
        card.read(.make(1, .disconnected))
        card.read(.make(1))
        table.update(try #require(card.key)) { record in record.change { $0.isOn = false } }
        card.read(.make(1, identity: known))
        #expect(card.key == own && !table[own].settings.isOn && table[own].lastMode == mode)
    }

    @Test func settingsOfAKnownDisplayStayWhenItIsIdentifiedLate() throws {
        var card = Card(table)
        card.read(.make(1, identity: known))
        let own = try #require(card.key)
        table.update(own) { record in record.change { $0.dimming = 50 } }
        card.read(.make(1, .disconnected))
        card.read(.make(1))
        table.update(try #require(card.key)) { record in record.change { $0.isOn = false } }
        card.read(.make(1, identity: known))
        #expect(table[own].settings.dimming == 50 && table[own].settings.isOn)
    }

    @Test func contentIsKeptWhileItsDisplayIsThereAndForAWhileAfterwards() async throws {
        let delegate = RecordingDelegate()
        let register = ContentRegister(delegate: DelegateReference(delegate)) { _, _ in }
        let table = DisplayTable(contents: register)
        var card = Card(table)
        card.read(.make(1, identity: known))
        let key = try #require(card.key)
        let size = Size(width: 8, height: 8)
        let end = Completion()
        let content = register.makeContent(for: .make(), size: size)
        table.keep(content, after: end, for: key)
        table.expire(at: MonotonicTime(nanoseconds: .max))
        #expect(table.isBusy(key) && table.takeContent(key, size: size) == nil, "it is still drawn")
        end.signal()
        #expect(!table.isBusy(key) && table.takeContent(key, size: size) === content)
        table.keep(content, after: end, for: key)
        card.read(.make(1, .disconnected), until: MonotonicTime(nanoseconds: 100))
        table.expire(at: MonotonicTime(nanoseconds: 99))
        table.expire(at: MonotonicTime(nanoseconds: 100))
        await register.waitForEnds()
        #expect(delegate.ended.withLock { $0 } == [content.id])
    }

    /// Receivers, switches and adapters take 3 to 8 seconds until their display is back.
    @Test(arguments: [(3, true), (8, true), (9, true), (10, false)])
    func contentOutlivesTheDisconnectsOfReceiversByDefault(_ seconds: Int64, _ isKept: Bool) throws {
        let settings = SessionSettings(VideoKit.Settings(), cadence: .interval(1), delegate: nil)
        var card = Card(table)
        card.read(.make(1, identity: known))
        let link = try addLink(to: card.screen)
        card.read(.make(1, .disconnected), until: MonotonicTime(nanoseconds: settings.contentRetention))
        table.expire(at: MonotonicTime(nanoseconds: seconds * 1_000_000_000))
        #expect(link.isValid == isKept)
    }

    @Test func displaysWithoutSettingsAreForgottenInTime() {
        for number in 0..<1000 {
            table.update(DisplayKey(identity: .sign("\(number)"), connector: "a")) {
                $0.remember(enabledIn: .make(0, 8, 8, 60))
            }
        }
        let set = DisplayKey(identity: .sign("set"), connector: "a")
        table.update(set) { record in record.change { $0.isOn = false } }
        for number in 0..<1000 {
            table.update(DisplayKey(identity: .sign("+\(number)"), connector: "a")) {
                $0.remember(enabledIn: .make(0, 8, 8, 60))
            }
        }
        #expect(!table[set].settings.isOn)
        #expect(table[DisplayKey(identity: .sign("1"), connector: "a")].isExpendable)
    }

    // MARK: Displays that never return

    private func key(_ serial: String) -> DisplayKey { DisplayKey(identity: .sign(serial), connector: "a") }

    private func hasSettings(_ serial: String) -> Bool { table[key(serial)].settings != ScreenSettings() }

    /// Plugs a display, gives it settings, and unplugs it.
    private func visit(_ serial: String, _ card: inout Card, _ change: (inout ScreenSettings) -> Void) {
        card.read(.make(1, identity: .sign(serial)))
        table.update(key(serial)) { record in record.change(change) }
        card.read(.make(1, .disconnected))
        table.expire(at: MonotonicTime(nanoseconds: 100))
    }

    /// The settings of the last 256 displays that were connected or got settings are kept.
    @Test func settingsOfDisplaysThatNeverReturnDoNotPileUp() throws {
        var here = Card(table, session: 7)
        here.read(.make(1, identity: .sign("here")))
        table.update(try #require(here.key)) { record in record.change { $0.isOn = false } }
        var card = Card(table)
        visit("first", &card) { $0.isOn = false }
        for number in 0..<600 {
            visit("\(number)", &card) { $0.dimming = 0.5 }
            // A sign that is plugged in now and then.
            if number % 200 == 0 { visit("sign", &card) { $0.isOn = false } }
        }
        let kept = (0..<600).filter { hasSettings("\($0)") }
        #expect((200...256).contains(kept.count) && kept == Array((600 - kept.count)..<600))
        #expect(!hasSettings("first") && hasSettings("sign"))
        #expect(hasSettings("here"), "it is connected")
    }

    @Test func settingsOfADisplayThatIsAwayAreKeptAsLongAsOthersAreFew() {
        var card = Card(table)
        visit("sign", &card) { $0.isOn = false }
        // Displays without settings are dropped first, however recent they are.
        for number in 0..<600 { visit("\(number)", &card) { _ in } }
        #expect(hasSettings("sign"))
    }
}
