import Screens

/// A set of displays that are connected together, such as with a dock or in a room.
package struct Arrangement: Sendable, Hashable {
    /// The name for people.
    package var name: String
    /// A pattern for each display, by identity or by connector. Two patterns never match the same display.
    package var displays: [TextPattern]
    /// Whether no other displays may be connected.
    package var isExact: Bool
    /// The place of its displays, `FILE:LINE`; nil if it is in no file.
    package let place: String?

    /// Makes an arrangement.
    package init(name: String, displays: [TextPattern], isExact: Bool = false, place: String? = nil) {
        self.name = name
        self.displays = displays
        self.isExact = isExact
        self.place = place
    }

    /// Returns whether all of its displays are connected to these screens.
    package func isPresent(among screens: [Screen]) -> Bool {
        let connected = screens.filter(\.isConnected)
        guard displays.count <= connected.count, !isExact || displays.count == connected.count else { return false }
        let fits = displays.map { pattern in
            connected.indices.filter {
                connected[$0].fits(identity: pattern) || connected[$0].fits(connector: pattern)
            }
        }
        // A pattern takes a screen, and the pattern that had it searches for another.
        var owners: [Int: Int] = [:]
        func place(_ display: Int, _ seen: inout Set<Int>) -> Bool {
            for screen in fits[display] where seen.insert(screen).inserted {
                if let owner = owners[screen], !place(owner, &seen) { continue }
                owners[screen] = display
                return true
            }
            return false
        }
        return displays.indices.allSatisfy { display in
            var seen: Set<Int> = []
            return place(display, &seen)
        }
    }
}
