import Testing

@testable import Screens

/// Which display's a link is, whatever happens to it.
@Suite struct LinkRegistryTests {
    private let registry = LinkRegistry()
    private let known = DisplayKey(identity: .sign("1"), connector: "card0-HDMI-A-1")
    private let anonymous = DisplayKey(identity: nil, connector: "card0-HDMI-A-1")

    private func id(_ connection: UInt64) -> ScreenID {
        ScreenID(card: "card0", connector: 1, session: 1, connection: connection)
    }

    private func addLink(to screen: ScreenID) throws -> DisplayLink {
        try registry.add(to: screen) { DisplayLink(home: $0, cadence: .interval(1)) { _ in } }
    }

    /// A display that leaves, and comes back without saying who it is; later it does.
    @Test func linksFollowADisplayThatSaysOnlyLaterWhoItIs() throws {
        registry.came(id(1), known)
        let link = try addLink(to: id(1))
        let ended = try addLink(to: id(1))
        registry.left(card: "card0", connector: 1, until: 100)
        registry.came(id(2), anonymous)
        let later = try addLink(to: id(2))
        #expect(try registry.links(of: id(2)).links.map(ObjectIdentifier.init) == [ObjectIdentifier(later)])
        ended.invalidate()
        registry.identified(card: "card0", connector: 1, as: known)
        registry.expire(at: 200)
        let links = try registry.links(of: id(2))
        #expect(link.isValid && later.isValid && links.links.count == 2)
        let mailbox = FrameMailbox()
        links.attach(mailbox, rate: RefreshRate(numerator: 50, denominator: 1))
        _ = mailbox.take()
        link.setNeedsDisplay()
        #expect(mailbox.take() == .orders && link.duration == .milliseconds(20))
        link.invalidate()
        #expect(links.links.count == 1)
    }

    @Test func linksOfADisplayThatDoesNotComeBackEnd() throws {
        registry.came(id(1), known)
        let link = try addLink(to: id(1))
        registry.left(card: "card0", connector: 1, until: 100)
        registry.came(id(2), anonymous)
        registry.expire(at: 99)
        #expect(link.isValid)
        registry.expire(at: 100)
        #expect(!link.isValid)
        #expect(throws: ScreenError.self) { try registry.links(of: id(1)) }
    }
}
