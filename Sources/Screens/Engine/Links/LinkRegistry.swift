import KMS
import Synchronization

/// The links of all displays: kept, like what they draw, over a short disconnect.
final class LinkRegistry: Sendable {
    private struct Home {
        /// Another one at each connection.
        var screen: ScreenID
        var key: DisplayKey
        /// When the links end, while the display is away.
        var deadline: Int64?
        let links = ScreenLinks()

        func isConnected(to connector: ConnectorID, of card: String) -> Bool {
            deadline == nil && screen.card == card && screen.connector == connector.rawValue
        }
    }

    private let homes = Mutex<[Home]>([])

    /// A display is connected: it has the links that it had when it left.
    func came(_ screen: ScreenID, _ key: DisplayKey) {
        homes.withLock { homes in
            if let index = homes.firstIndex(where: { $0.key == key && $0.deadline != nil }) {
                homes[index].screen = screen
                homes[index].deadline = nil
            } else {
                homes.append(Home(screen: screen, key: key))
            }
        }
    }

    /// A connector has lost its display, whose links end at `deadline` unless it comes back.
    func left(card: String, connector: ConnectorID, until deadline: Int64) {
        homes.withLock { homes in
            for index in homes.indices where homes[index].isConnected(to: connector, of: card) {
                homes[index].deadline = deadline
            }
        }
    }

    /// The display on a connector is known by another key from now on: it has the links, too, that it had when it left.
    func identified(card: String, connector: ConnectorID, as key: DisplayKey) {
        let (home, waiting) = homes.withLock { homes -> (ScreenLinks?, ScreenLinks?) in
            guard let index = homes.firstIndex(where: { $0.isConnected(to: connector, of: card) }) else {
                return (nil, nil)
            }
            homes[index].key = key
            let home = homes[index].links
            let waiting = homes.firstIndex { $0.key == key && $0.deadline != nil }.map { homes.remove(at: $0).links }
            return (home, waiting)
        }
        if let home, let waiting { home.adopt(waiting) }
    }

    /// The links of a screen.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` where it is not connected.
    func links(of screen: ScreenID) throws(ScreenError) -> ScreenLinks {
        try homes.withLock { homes throws(ScreenError) in
            guard let home = homes.first(where: { $0.screen == screen && $0.deadline == nil }) else {
                throw ScreenError(
                    .noSuchScreen, operation: "draw on", object: "screen \(screen)",
                    remedy: "an id is good for one connection of its display")
            }
            return home.links
        }
    }

    /// Makes a link while its screen is connected for sure.
    func add(to screen: ScreenID, _ make: (ScreenLinks) -> DisplayLink) throws(ScreenError) -> DisplayLink {
        let links = try links(of: screen)
        let link = make(links)
        links.add(link)
        return link
    }

    /// Ends the links of displays that have been away for too long.
    func expire(at now: Int64) {
        end { $0.deadline.map { $0 <= now } ?? false }
    }

    /// Ends all links.
    func endAll() {
        end { _ in true }
    }

    private func end(where isOver: (Home) -> Bool) {
        let ended = homes.withLock { homes in
            defer { homes.removeAll(where: isOver) }
            return homes.filter(isOver)
        }
        for home in ended { home.links.end() }
    }
}
