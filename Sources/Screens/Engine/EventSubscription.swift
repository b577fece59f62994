/// The state of one reader of the events: what it has read, and which events wait for it.
///
/// Pure: `ScreenTable` owns it and protects it by its lock. A reader that is too slow gets the disconnects that it has
/// not read, and a new snapshot in place of the other events.
struct EventSubscription {
    static let capacity = 64

    private var queue: [EventRecord] = []
    /// The screens as the reader knows them.
    private var known: [ScreenID: Screen] = [:]
    private var hasOverflowed = false
    private var nextSequence: UInt64 = 0

    /// Begins with a snapshot of the present state.
    ///
    /// - Parameter cards: all cards, if one of them cannot be used or the list is empty; otherwise nil.
    mutating func begin(screens: [Screen], cards: [Card]?, time: MonotonicTime) {
        enqueue(.snapshot(screens), at: time)
        if let cards { enqueue(.cards(cards), at: time) }
    }

    /// Whether there is something to dequeue.
    var hasEvents: Bool { hasOverflowed || !queue.isEmpty }

    /// Adds an event; its number is the reader's own count.
    mutating func enqueue(_ event: ScreenEvent, at time: MonotonicTime) {
        guard !hasOverflowed else { return }
        append(event, at: time)
        if queue.count > Self.capacity {
            queue = []
            hasOverflowed = true
        }
    }

    /// The next event, or nil if nothing has happened.
    ///
    /// - Parameter cards: all cards, as for ``begin(screens:cards:time:)``.
    mutating func dequeue(screens: [Screen], cards: [Card]?, time: MonotonicTime) -> EventRecord? {
        if hasOverflowed {
            let present = Set(screens.map(\.id))
            let gone = known.values.filter { !present.contains($0.id) }.sorted { $0.name < $1.name }
            // The number of screens bounds them, so they are never too many.
            for screen in gone { append(.disconnected(screen), at: time) }
            append(.snapshot(screens), at: time)
            if let cards { append(.cards(cards), at: time) }
            hasOverflowed = false
        }
        guard !queue.isEmpty else { return nil }
        let record = queue.removeFirst()
        known.take(record.event)
        return record
    }

    private mutating func append(_ event: ScreenEvent, at time: MonotonicTime) {
        queue.append(EventRecord(event: event, sequence: nextSequence, time: time))
        nextSequence += 1
    }
}

extension [ScreenID: Screen] {
    /// The screens after an event, as known to a reader that has read all events before.
    package mutating func take(_ event: ScreenEvent) {
        switch event {
        case .snapshot(let screens): self = Dictionary(screens.map { ($0.id, $0) }) { first, _ in first }
        case .disconnected(let screen): self[screen.id] = nil
        case .connected(let screen), .changed(let screen, _), .warning(let screen, _): self[screen.id] = screen
        case .cards: break
        }
    }
}
