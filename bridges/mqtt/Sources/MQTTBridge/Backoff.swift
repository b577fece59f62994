/// The times of attempts: each pause is twice as long as the one before, up to a minute, and a random part of it is
/// left out. So a thousand machines do not come back at the same moment.
package struct Backoff {
    private static let first = 1.0
    private static let longest = 60.0

    private var attempts = 0

    package init() {}

    /// Returns the seconds until the next attempt, and counts it.
    ///
    /// - Parameter random: 0 to 1.
    package mutating func pause(_ random: Double) -> Double {
        let full = min(Self.longest, Self.first * Double(1 << min(attempts, 10)))
        attempts += 1
        return full * (0.5 + 0.5 * random)
    }

    /// Begins again with the shortest pause, because an attempt has succeeded for good.
    package mutating func reset() { attempts = 0 }
}
