/// A distribution of durations, in nanoseconds.
public struct DurationSummary: Sendable, Hashable {
    /// How many durations were about as long.
    public struct Bucket: Sendable, Hashable {
        /// The longest that is counted here, in nanoseconds. The bounds of the buckets are always the same.
        public let upperBound: Int64
        /// How many they are.
        public let count: UInt64
    }

    /// Half of them took at most this.
    public let p50: Int64
    /// 99 of 100 took at most this.
    public let p99: Int64
    /// The longest of them.
    public let max: Int64
    /// The shortest first; those without any are left out. Each is at most a sixteenth wide of what it counts.
    public let buckets: [Bucket]
}
