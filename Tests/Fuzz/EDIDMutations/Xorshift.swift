/// A small generator of numbers that gives the same row for the same seed everywhere.
public struct Xorshift: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts a row; the seed zero has none of its own.
    public init(seed: UInt64) {
        state = seed == 0 ? 0x9E37_79B9_7F4A_7C15 : seed
    }

    public mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// A number below `bound`, which is positive; nearly even, and fast.
    public mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound))
    }
}
