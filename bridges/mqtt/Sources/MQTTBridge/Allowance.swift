/// A limit of a rate: a number of uses at once, and then a number of uses a second.
package struct Allowance {
    private let most: Double
    private let perSecond: Double
    private var left: Double
    private var last: Double?

    package init(most: Int, perSecond: Int) {
        self.most = Double(most)
        self.perSecond = Double(perSecond)
        left = self.most
    }

    /// Takes one use, and returns whether there was one.
    ///
    /// - Parameter now: the time in seconds, which never goes back.
    package mutating func take(at now: Double) -> Bool {
        fill(at: now)
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// The time at which there is a use.
    package mutating func next(after now: Double) -> Double {
        fill(at: now)
        return left >= 1 ? now : now + (1 - left) / perSecond
    }

    private mutating func fill(at now: Double) {
        left = min(most, left + max(0, now - (last ?? now)) * perSecond)
        last = now
    }
}
