/// The state of one reader of the events: what it has read, and what is waiting for it.
///
/// Pure: `ScreenTable` owns it and keeps its lock. A reader that is too slow gets the disconnects that it has not read, and a
/// fresh snapshot in place of the other events.
struct EventSubscription {
    static let capacity = 64

    private var queue: [ScreenEvent] = []
    /// The screens as the reader knows them.
    private var known: [ScreenID: Screen] = [:]
    private var hasOverflowed = false
    private var nextSequence: UInt64 = 0

    /// Begins with everything as it is.
    mutating func begin(screens: [Screen], time: MonotonicTime) {
        enqueue { ScreenEvent(.snapshot, sequence: $0, time: time, screens: screens) }
    }

    /// Whether there is something to dequeue.
    var hasEvents: Bool { hasOverflowed || !queue.isEmpty }

    /// Adds an event; its number is the reader's own count.
    mutating func enqueue(_ make: (_ sequence: UInt64) -> ScreenEvent) {
        guard !hasOverflowed else { return }
        queue.append(make(nextSequence))
        nextSequence += 1
        if queue.count > Self.capacity {
            queue = []
            hasOverflowed = true
        }
    }

    /// The next event, or nil where nothing has happened.
    mutating func dequeue(screens: [Screen], time: MonotonicTime) -> ScreenEvent? {
        if hasOverflowed {
            let present = Set(screens.map(\.id))
            let gone = known.values.filter { !present.contains($0.id) }.sorted { $0.name < $1.name }
            for screen in gone {
                enqueueAfterOverflow { ScreenEvent(.disconnected, sequence: $0, time: time, screen: screen) }
            }
            enqueueAfterOverflow { ScreenEvent(.snapshot, sequence: $0, time: time, screens: screens) }
            hasOverflowed = false
        }
        guard !queue.isEmpty else { return nil }
        let event = queue.removeFirst()
        if event.kind == .snapshot {
            known = Dictionary(event.screens.map { ($0.id, $0) }) { first, _ in first }
        } else if let screen = event.screen {
            known[screen.id] = event.kind == .disconnected ? nil : screen
        }
        return event
    }

    /// The screens that left and all that are connected: bounded by the screens there are, and so never too much.
    private mutating func enqueueAfterOverflow(_ make: (_ sequence: UInt64) -> ScreenEvent) {
        queue.append(make(nextSequence))
        nextSequence += 1
    }
}
