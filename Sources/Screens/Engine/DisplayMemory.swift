import Synchronization

/// The displays that have been met, and what is wanted of them.
final class DisplayMemory: Sendable {
    /// Displays that tell another serial at each look would fill it for ever.
    private static let capacity = 256

    private let records = Mutex<[DisplayKey: DisplayRecord]>([:])

    subscript(key: DisplayKey) -> DisplayRecord { records.withLock { $0[key] ?? DisplayRecord() } }

    /// A display is known by another key from now on. What was remembered under that one from before counts.
    func move(from anonymous: DisplayKey, to own: DisplayKey) {
        records.withLock { records in
            guard let record = records.removeValue(forKey: anonymous) else { return }
            if records[own] == nil { records[own] = record }
        }
    }

    func update(_ key: DisplayKey, _ body: (inout DisplayRecord) -> Void) {
        records.withLock { records in
            body(&records[key, default: DisplayRecord()])
            guard records.count > Self.capacity else { return }
            records = records.filter { $0.key == key || !$0.value.isExpendable }
        }
    }
}
