/// What one reader of the events has been told, and what is waiting for it.
///
/// Pure: the roster owns it and keeps its lock. A reader that is too slow is not told every step any more, but gets the
/// disconnects it has not heard of and a fresh snapshot.
struct EventSubscription {
    static let capacity = 64

    private var queue: [ScreenEvent] = []
    private var known: [ScreenID: Screen] = [:]
    private var needsSnapshot = true
    private var nextSequence: UInt64 = 0

    /// Whether there is something to dequeue.
    var hasNews: Bool { needsSnapshot || !queue.isEmpty }

    /// Takes in an event; its number is the reader's own count.
    mutating func enqueue(_ make: (_ sequence: UInt64) -> ScreenEvent) {
        // Who has not had the first snapshot finds it in there.
        guard !needsSnapshot else { return }
        queue.append(make(nextSequence))
        nextSequence += 1
        if queue.count > Self.capacity {
            queue = []
            needsSnapshot = true
        }
    }

    /// The next event, or nil where nothing has happened.
    mutating func dequeue(screens: [Screen], time: Int64) -> ScreenEvent? {
        if needsSnapshot {
            let present = Set(screens.map(\.id))
            for (id, screen) in known.sorted(by: { $0.value.name < $1.value.name }) where !present.contains(id) {
                known[id] = nil
                return ScreenEvent(.disconnected, sequence: takeSequence(), time: time, screen: screen)
            }
            needsSnapshot = false
            known = Dictionary(screens.map { ($0.id, $0) }) { first, _ in first }
            return ScreenEvent(.snapshot, sequence: takeSequence(), time: time, screens: screens)
        }
        guard !queue.isEmpty else { return nil }
        let event = queue.removeFirst()
        if let screen = event.screen {
            known[screen.id] = event.kind == .disconnected ? nil : screen
        }
        return event
    }

    private mutating func takeSequence() -> UInt64 {
        defer { nextSequence += 1 }
        return nextSequence
    }
}
