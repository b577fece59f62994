/// A small generator of random numbers that gives the same sequence for the same seed everywhere.
package struct Xorshift: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts a sequence; the seed zero has no sequence of its own.
    package init(seed: UInt64) {
        state = seed == 0 ? 0x9E37_79B9_7F4A_7C15 : seed
    }

    package mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// Returns a number below `bound`, which is positive; nearly uniform, and fast.
    package mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound))
    }
}
