import Synchronization

/// The displays that have been met, and what is wanted of them.
final class DisplayMemory: Sendable {
    /// Displays that tell another serial at each look would fill it for ever.
    private static let capacity = 256

    private let records = Mutex<[DisplayKey: DisplayRecord]>([:])

    subscript(key: DisplayKey) -> DisplayRecord { records.withLock { $0[key] ?? DisplayRecord() } }

    func update(_ key: DisplayKey, _ body: (inout DisplayRecord) -> Void) {
        records.withLock { records in
            body(&records[key, default: DisplayRecord()])
            guard records.count > Self.capacity else { return }
            records = records.filter { $0.key == key || !$0.value.isExpendable }
        }
    }
}
