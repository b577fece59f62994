import Screens
import Synchronization

/// The events that a C program has not taken yet.
final class EventQueue: Sendable {
    /// The most events kept; beyond it, the kit's own sequence replaces further events by a snapshot.
    private static let capacity = 64

    private struct State {
        var events: [EventRecord] = []
        var waiting: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let counter: Counter

    init() throws(ScreenError) {
        counter = try Counter()
    }

    /// The descriptor that is readable while there are events.
    var descriptor: Int32 { counter.descriptor }

    /// Adds an event, and returns when there is room for another one.
    func append(_ event: EventRecord) async {
        state.withLock { state in
            state.events.append(event)
            if state.events.count == 1 { counter.add() }
        }
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isClosed || state.events.count < Self.capacity { return true }
                state.waiting = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    func take() -> EventRecord? {
        let (event, waiting) = state.withLock { state -> (EventRecord?, CheckedContinuation<Void, Never>?) in
            guard !state.events.isEmpty else { return (nil, nil) }
            defer { state.waiting = nil }
            let event = state.events.removeFirst()
            if state.events.isEmpty { counter.take() }
            return (event, state.waiting)
        }
        waiting?.resume()
        return event
    }

    /// Ends all waits for room.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
