import Screens

/// A list of simulated screens: `1920x1080@60,1280x720@50` are two screens of one mode each.
package struct SimulationSpec: Sendable, Hashable {
    package let modes: [SimulatedMode]

    /// Reads `WIDTHxHEIGHT[@HZ][,…]`. HZ is decimal with up to three digits after the point, and 60 by default.
    package init?(_ text: String) {
        var modes: [SimulatedMode] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let mode = Self.mode(part) else { return nil }
            modes.append(mode)
        }
        self.modes = modes
    }

    /// The default.
    package static let standard = "1280x720@60"

    /// A card with these screens connected.
    package func makeCard() throws(Failure) -> SimulatedCard {
        do {
            return try SimulatedCard(screens: modes.map { SimulatedScreen(modes: [$0]) })
        } catch {
            throw Failure(error)
        }
    }

    private static func mode(_ text: Substring) -> SimulatedMode? {
        let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let sides = halves[0].split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = number(sides[0]), let height = number(sides[1]),
            let millihertz = halves.count == 2 ? millihertz(halves[1]) : 60000
        else { return nil }
        return try? SimulatedMode(width: width, height: height, millihertz: millihertz)
    }

    /// `59.94` as 59940.
    private static func millihertz(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = number(parts[0]) else { return nil }
        guard parts.count == 2 else { return whole * 1000 }
        let digits = parts[1].utf8.count
        guard (1...3).contains(digits), let fraction = number(parts[1]) else { return nil }
        return whole * 1000 + fraction * [100, 10, 1][digits - 1]
    }

    /// At most five digits, and nothing else.
    private static func number(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}
