import ScreensKMS
import ScreensLinux
import Synchronization

/// The data that is kept for each display while the process lives: its settings, the modes that its driver refused, its
/// content and its links; and which displays have reported which identity.
///
/// Displays come, leave, become identified, and expire after they have been away for too long. Each of these is one
/// operation on all data.
final class DisplayTable: Sendable {
    /// The number of disconnected displays that are kept: a display that reports another serial number at each read
    /// would fill the table for ever.
    fileprivate static let capacity = 256

    fileprivate struct KeptContent {
        let content: DelegateContent
        /// Done when the session that last used the content has stopped drawing.
        let end: Completion
    }

    fileprivate struct Entry {
        /// The record; nil if nothing is remembered.
        var record: DisplayRecord?
        /// The id of its screen, while it is connected.
        var screen: ScreenID?
        /// The time at which content and links end, while the display is disconnected.
        var deadline: MonotonicTime?
        /// The contents to use when it is enabled again, the newest first.
        var contents: [KeptContent] = []
        var links: ScreenLinks?
        /// The number of the last use; each use gets a higher one.
        var lastUse: UInt64 = 0

        /// Whether the display is disconnected, and only its record is kept.
        var isIdle: Bool { screen == nil && contents.isEmpty && links == nil }
    }

    fileprivate struct State {
        var entries: [DisplayKey: Entry] = [:]
        /// The place of the first display that has reported an identity, for each inventory. A further display that
        /// reports the same identity is a twin.
        var identityOwners: [UInt64: [ScreenIdentity: String]] = [:]
        /// The part of these identities that other displays have reported too. Twins that leave together keep their
        /// keys in any order of return.
        var keptPlaces: [UInt64: [ScreenIdentity: String]] = [:]
        var uses: UInt64 = 0
    }

    fileprivate struct Leftovers {
        var contents: [KeptContent] = []
        var links: [ScreenLinks] = []
    }

    private let state = Mutex(State())
    private let contents: ContentRegister

    init(contents: ContentRegister) {
        self.contents = contents
    }

    // MARK: Coming and leaving

    /// Takes the state of a card. The cards do so one at a time, so of two displays that report one identity, one is
    /// the first.
    ///
    /// - Parameters:
    ///   - former: the state of each connector of that card so far.
    ///   - modesets: the modesets of this process that count on that card.
    ///   - deadline: when content and links of displays that leave now end.
    func take(
        _ cardState: CardState, after former: [ConnectorID: ConnectorState],
        modesets: [ConnectorID: Inventory.Modeset], into inventory: inout Inventory, until deadline: MonotonicTime
    ) -> [Inventory.Step] {
        let (steps, adoptions) = state.withLock { state in
            state.identityOwners[inventory.session] = nil
            let elsewhere = state.identityOwners.values.reduce(into: Set()) { $0.formUnion($1.keys) }
            let keptPlaces = state.keptPlaces.values.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
            let before = inventory
            let steps = inventory.take(
                cardState, after: former, modesets: modesets, elsewhere: elsewhere, keptPlaces: keptPlaces)
            state.identityOwners[inventory.session] = inventory.identityOwners
            state.keepPlaces(inventory.sharedIdentities)
            var adoptions: [(ScreenLinks, ScreenLinks)] = []
            for step in steps {
                switch step {
                case .left(let connector, let key):
                    state.left(key, before.screenID(connector), until: deadline)
                case .identified(_, let anonymous, let own):
                    if let adoption = state.identified(anonymous, as: own) { adoptions.append(adoption) }
                    state.forgetRefusals(of: own)
                case .came(let connector):
                    guard let key = inventory.key(of: connector) else { continue }
                    state.came(key, inventory.screenID(connector))
                    state.forgetRefusals(of: key)
                case .changed(let connector):
                    guard let key = inventory.key(of: connector) else { continue }
                    state.forgetRefusals(of: key)
                case .overridden: break
                }
            }
            return (steps, adoptions)
        }
        for (home, waiting) in adoptions { home.adopt(waiting) }
        return steps
    }

    /// Forgets the identities of a card that has gone or is no longer read.
    func release(_ inventory: Inventory) {
        state.withLock { $0.release(inventory.session) }
    }

    /// Marks the displays of a card that has gone as disconnected, and forgets its identities.
    func left(_ inventory: Inventory, connectors: [ConnectorID], until deadline: MonotonicTime) {
        state.withLock { state in
            state.release(inventory.session)
            for connector in connectors {
                guard let key = inventory.key(of: connector) else { continue }
                state.left(key, inventory.screenID(connector), until: deadline)
            }
        }
    }

    /// Ends the data of displays that have been disconnected for too long.
    func expire(at now: MonotonicTime) {
        let leftovers = state.withLock { state in
            var leftovers = Leftovers()
            for key in Array(state.entries.keys) {
                guard let deadline = state.entries[key]?.deadline, deadline <= now else { continue }
                state.entries[key]?.giveUp(to: &leftovers)
                if state.entries[key]?.record == nil { state.entries[key] = nil }
            }
            state.trim()
            return leftovers
        }
        end(leftovers)
    }

    /// Ends the links of all displays.
    func endLinks() {
        let links = state.withLock { state in
            let links = state.entries.values.compactMap(\.links)
            for key in Array(state.entries.keys) { state.entries[key]?.links = nil }
            return links
        }
        for links in links { links.end() }
    }

    /// Ends the content of all displays. Returns when the delegate's calls for that have returned.
    func endContents() async {
        let leftovers = state.withLock { state in
            var leftovers = Leftovers()
            for key in Array(state.entries.keys) {
                leftovers.contents += state.entries[key]?.contents ?? []
                state.entries[key]?.contents = []
            }
            return leftovers
        }
        end(leftovers)
        await contents.waitForEnds()
    }

    private func end(_ leftovers: Leftovers) {
        for kept in leftovers.contents { contents.end(kept.content, after: kept.end) }
        for links in leftovers.links { links.end() }
    }

    // MARK: Settings and modes

    subscript(key: DisplayKey) -> DisplayRecord { state.withLock { $0.entries[key]?.record ?? DisplayRecord() } }

    func update(_ key: DisplayKey, _ body: (inout DisplayRecord) -> Void) {
        state.withLock { state in
            var record = state.entries[key]?.record ?? DisplayRecord()
            body(&record)
            state.entries[key, default: Entry()].record = record
            state.use(key)
            state.trim(besides: key)
        }
    }

    /// Forgets the modes that the driver of some displays refused.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    func forgetRefusals(of keys: [DisplayKey]) -> Bool {
        state.withLock { state in
            keys.reduce(false) { state.forgetRefusals(of: $1) || $0 }
        }
    }

    // MARK: Content

    /// Keeps the content of a session that ends, until its display has been disconnected for too long.
    func keep(_ content: DelegateContent, after end: Completion, for key: DisplayKey) {
        state.withLock { state in
            state.entries[key, default: Entry()].contents.insert(KeptContent(content: content, end: end), at: 0)
        }
    }

    /// Whether content of a display is still being drawn, by a call that has not returned.
    func isBusy(_ key: DisplayKey) -> Bool {
        state.withLock { $0.entries[key]?.contents.contains { !$0.end.isDone } ?? false }
    }

    /// Takes the content of a display if there is one of that size. Content of another size ends.
    func takeContent(_ key: DisplayKey, size: Size) -> DelegateContent? {
        let taken = state.withLock { state -> KeptContent? in
            guard let index = state.entries[key]?.contents.firstIndex(where: \.end.isDone) else { return nil }
            return state.entries[key]?.contents.remove(at: index)
        }
        guard let taken else { return nil }
        if taken.content.canvas.size == size { return taken.content }
        contents.end(taken.content, after: taken.end)
        return nil
    }

    // MARK: Links

    /// The links of a screen.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` if it is not connected.
    func links(of screen: ScreenID) throws(ScreenError) -> ScreenLinks {
        let links = state.withLock { state in state.entries.values.first { $0.screen == screen }?.links }
        guard let links else {
            throw ScreenError.noScreen(screen, to: "draw on")
        }
        return links
    }

    /// The screen with these links; nil while their display is away, or if they have ended.
    func screen(of links: ScreenLinks) -> ScreenID? {
        state.withLock { state in state.entries.values.first { $0.links === links }?.screen }
    }

    /// Adds a link while its screen is certainly connected.
    func addLink(
        to screen: ScreenID, cadence: FrameCadence, layer: LayerDrawing? = nil,
        draw: sending @escaping (inout ExternalView) -> Void
    ) throws(ScreenError) -> DisplayLink {
        let links = try links(of: screen)
        let link = DisplayLink(home: links, cadence: cadence, layer: layer, draw: draw)
        links.add(link)
        return link
    }
}

extension DisplayTable.State {
    /// - Returns: whether there were any.
    @discardableResult
    fileprivate mutating func forgetRefusals(of key: DisplayKey) -> Bool {
        entries[key]?.record?.forgetRefusals() ?? false
    }

    /// Remembers the places of the displays that were the first to report these identities.
    fileprivate mutating func keepPlaces(_ identities: Set<ScreenIdentity>) {
        for (session, owners) in identityOwners {
            let shared = owners.filter { identities.contains($0.key) }
            if !shared.isEmpty { keptPlaces[session, default: [:]].merge(shared) { first, _ in first } }
        }
    }

    /// Forgets the identities that the displays of a card have reported.
    fileprivate mutating func release(_ session: UInt64) {
        identityOwners[session] = nil
        keptPlaces[session] = nil
    }

    /// Records that a display was connected. It has the content and the links that it had when it left.
    fileprivate mutating func came(_ key: DisplayKey, _ screen: ScreenID) {
        entries[key, default: DisplayTable.Entry()].screen = screen
        entries[key]?.deadline = nil
        use(key)
        if entries[key]?.links == nil { entries[key]?.links = ScreenLinks() }
    }

    fileprivate mutating func left(_ key: DisplayKey, _ screen: ScreenID, until deadline: MonotonicTime) {
        // If its card was removed and added meanwhile, this is an earlier connection.
        guard entries[key]?.screen == screen else { return }
        entries[key]?.screen = nil
        entries[key]?.deadline = deadline
        use(key)
    }

    fileprivate mutating func use(_ key: DisplayKey) {
        uses += 1
        entries[key]?.lastUse = uses
    }

    /// Forgets displays beyond the capacity: first displays without settings, then the displays that were used longest
    /// ago. Settings of connectors go last, since there are few.
    fileprivate mutating func trim(besides kept: DisplayKey? = nil) {
        let excess = entries.count { $0.value.screen == nil } - DisplayTable.capacity
        guard excess > 0 else { return }
        func rank(_ key: DisplayKey, _ entry: DisplayTable.Entry) -> (Int, UInt64) {
            (entry.record?.isExpendable ?? true ? 0 : key.identity != nil ? 1 : 2, entry.lastUse)
        }
        let idle = entries.filter { $0.key != kept && $0.value.isIdle }
        for (key, _) in idle.sorted(by: { rank($0.key, $0.value) < rank($1.key, $1.value) }).prefix(excess) {
            entries[key] = nil
        }
    }

    /// Moves a display to another key. If a record with that key exists already, it counts; the links come along.
    ///
    /// - Returns: links, and other links that they must adopt.
    fileprivate mutating func identified(
        _ anonymous: DisplayKey, as own: DisplayKey
    ) -> (ScreenLinks, ScreenLinks)? {
        guard var entry = entries.removeValue(forKey: anonymous) else { return nil }
        let known = entries.removeValue(forKey: own)
        if let known {
            entry.record = known.record.map { $0.identified(after: entry.record) } ?? entry.record
            entry.contents += known.contents
        }
        entries[own] = entry
        guard let home = entry.links, let waiting = known?.links else { return nil }
        return (home, waiting)
    }
}

extension DisplayTable.Entry {
    fileprivate mutating func giveUp(to leftovers: inout DisplayTable.Leftovers) {
        leftovers.contents += contents
        if let links { leftovers.links.append(links) }
        contents = []
        links = nil
        deadline = nil
    }
}
