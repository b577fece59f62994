/// Thins out messages that come again and again: the first, the second, the fourth, the eighth time… are told. Pure.
struct RepeatedMessages {
    /// Texts that all differ would fill it for ever.
    private static let capacity = 256
    /// What has not come for so long, in nanoseconds, is news again: a share that failed in spring fails anew in autumn.
    static let memory: Int64 = 24 * 3_600_000_000_000

    private var entries: [String: (count: Int, last: Int64)] = [:]

    /// - Parameter now: nanoseconds of a clock that only goes on.
    /// - Returns: how often it has come, where it is to be told, else nil.
    mutating func count(_ text: String, at now: Int64) -> Int? {
        if entries.count >= Self.capacity, entries[text] == nil {
            // What came least is what is least missed.
            let least = entries.values.map(\.count).min() ?? 0
            entries = entries.filter { $0.value.count > least }
        }
        let former = entries[text].flatMap { now - $0.last < Self.memory ? $0.count : nil } ?? 0
        entries[text] = (former + 1, now)
        return (former + 1).nonzeroBitCount == 1 ? former + 1 : nil
    }
}
