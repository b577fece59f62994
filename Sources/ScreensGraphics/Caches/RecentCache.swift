/// Values that were used recently, up to a limit of their total weight.
///
/// There are two generations. A value that is used moves to the younger one; when the younger one reaches the limit,
/// the older one is dropped. A lookup costs at most two searches, and no value is moved in a list.
struct RecentCache<Key: Hashable, Value> {
    private struct Entry {
        let value: Value
        let weight: Int
    }

    private let limit: Int
    private var young: [Key: Entry] = [:]
    private var old: [Key: Entry] = [:]
    private var youngWeight = 0

    /// - Parameter limit: the weight of one generation; both together weigh at most twice as much.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func value(for key: Key) -> Value? {
        if let entry = young[key] { return entry.value }
        guard let entry = old.removeValue(forKey: key) else { return nil }
        add(entry, for: key)
        return entry.value
    }

    mutating func insert(_ value: Value, for key: Key, weight: Int) {
        add(Entry(value: value, weight: weight), for: key)
    }

    mutating func removeAll() {
        young.removeAll()
        old.removeAll()
        youngWeight = 0
    }

    private mutating func add(_ entry: Entry, for key: Key) {
        if youngWeight + entry.weight > limit {
            old = young
            young = [:]
            youngWeight = 0
        }
        young[key] = entry
        youngWeight += entry.weight
    }
}
