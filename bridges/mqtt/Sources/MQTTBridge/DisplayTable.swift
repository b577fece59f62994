import ScreensJSON
import ScreensManager

/// A display that the machine has or had, with what the daemon reports of it.
struct Display {
    /// Its level in the topics, which follows from its identity.
    let id: String
    /// The id that displays with this identity have; nil if this run has not seen the display.
    var base: String?
    /// The name of its screen with the card, for calls.
    var screen: String
    var isConnected = true
    /// The screen as `screens list --json` prints it.
    var document: JSONValue
    /// Its part of `screens status --json`; nil before the first.
    var status: JSONValue?
    /// The frames that were late since the screen was enabled; nil if that is not known.
    var missed: Int64?
    /// The values that an earlier run of the bridge has published, if this run has not seen the display.
    var former: JSONValue?
}

/// The one table of displays. A display keeps its id while it is away, until another display is on its connector.
struct DisplayTable {
    /// The most displays, present and former.
    private static let most = 64

    private(set) var displays: [String: Display] = [:]

    /// The displays, in the order of their ids.
    var all: [Display] { displays.values.sorted { $0.id < $1.id } }

    subscript(id: String) -> Display? { displays[id] }

    /// Returns the display that is on a screen now.
    func display(on screen: String) -> Display? {
        displays.values.first { $0.isConnected && $0.screen == screen }
    }

    /// A change of the presence of a display.
    enum Change: Equatable {
        case plugged(String)
        case unplugged(String)
        /// The display is gone for good: another one is on its connector.
        case replaced(String)
    }

    /// Records a screen as it is now, and returns the changes that follow.
    ///
    /// - Parameter arriving: displays that are recorded next, and are not gone for good.
    mutating func take(_ document: JSONValue, arriving: Set<String> = []) -> [Change] {
        guard let screen = try? document.decode(ScreenDocument.self) else { return [] }
        let name = screen.qualifiedName
        let former = display(on: name)
        guard screen.isConnected else {
            guard let former else { return [] }
            displays[former.id]?.isConnected = false
            displays[former.id]?.document = document
            displays[former.id]?.status = nil
            return [.unplugged(former.id)]
        }
        let base = Self.base(of: screen)
        if let former, former.base == base {
            displays[former.id]?.document = document
            return []
        }
        var changes: [Change] = []
        if let former {
            displays[former.id]?.isConnected = false
            changes.append(.unplugged(former.id))
        }
        let id = freeID(base, of: screen)
        for other in displays.values
        where other.id != id && !other.isConnected && other.screen == name && !arriving.contains(other.id) {
            displays[other.id] = nil
            changes.append(.replaced(other.id))
        }
        if displays.count >= Self.most, displays[id] == nil {
            // A connected display takes the place of one that only the broker has reported: a client may have
            // invented that one.
            guard let unseen = all.first(where: { $0.former != nil }) else { return changes }
            displays[unseen.id] = nil
            changes.append(.replaced(unseen.id))
        }
        displays[id] = Display(id: id, base: base, screen: name, document: document)
        return changes + [.plugged(id)]
    }

    /// Records all screens: a connected display that is not among them is gone. Displays may have changed places.
    mutating func takeAll(_ documents: [JSONValue]) -> [Change] {
        var changes: [Change] = []
        var bases: [String: String] = [:]
        // All displays that have left their connectors are recorded as away first. Otherwise a display that moves would
        // be taken for a twin of itself.
        for document in documents {
            guard let screen = try? document.decode(ScreenDocument.self) else { continue }
            if screen.isConnected {
                bases[screen.qualifiedName] = Self.base(of: screen)
            } else {
                changes += take(document)
            }
        }
        for display in all where display.isConnected && display.base != bases[display.screen] {
            displays[display.id]?.isConnected = false
            changes.append(.unplugged(display.id))
        }
        let arriving = Set(bases.values)
        return changes + documents.flatMap { take($0, arriving: arriving) }
    }

    /// Returns an id that no connected display has: the base, or else the base with the connector, and with the card if
    /// a display on a connector of the same name states the same identity too.
    private func freeID(_ base: String, of screen: ScreenDocument) -> String {
        let places = [screen.name, screen.qualifiedName]
        let twins = places.map { place in
            let suffix = Topics.level("-at-\(place)")
            return String(base.prefix(Topics.longestLevel - suffix.utf8.count)) + suffix
        }
        let isFree = { (id: String) in displays[id]?.isConnected != true }
        return ([base] + twins).first(where: isFree) ?? base
    }

    /// Records the state of a screen.
    mutating func takeStatus(_ status: JSONValue) {
        guard let document = status["screen"], let screen = try? document.decode(ScreenDocument.self),
            let id = display(on: screen.qualifiedName)?.id
        else { return }
        displays[id]?.status = status
        displays[id]?.document = document
    }

    mutating func takeMissed(_ count: Int64, on screen: String) {
        if let id = display(on: screen)?.id { displays[id]?.missed = count }
    }

    /// Records a display that an earlier run of the bridge has reported.
    ///
    /// - Returns: whether another display is on its connector, so that it is gone for good.
    mutating func takeFormer(_ id: String, on screen: String, values: JSONValue) -> Bool {
        guard displays[id] == nil else { return false }
        guard display(on: screen) == nil else { return true }
        guard displays.count < Self.most else { return false }
        displays[id] = Display(id: id, screen: screen, isConnected: false, document: .null, former: values)
        return false
    }

    /// The id of a display: the manufacturer, the product and the serial number, or else the connector. The name of the
    /// manufacturer would depend on a database of the machine.
    private static func base(of screen: ScreenDocument) -> String {
        guard let identity = screen.identity, let product = identity.model ?? identity.productCode.map(String.init)
        else { return Topics.level(screen.name) }
        let words = [identity.make, product, identity.serial].compactMap(\.self)
        // Two displays without a serial number are distinguished by their connectors alone.
        return Topics.level((identity.serial == nil ? words + [screen.name] : words).joined(separator: "-"))
    }
}
