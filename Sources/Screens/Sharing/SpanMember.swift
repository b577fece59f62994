import Synchronization

/// The place of a lit screen in a span.
final class SpanMember: Sendable {
    private struct State {
        var assignment: SpanAssignment?
        var link: DisplayLink?
        var signal: FrameSignal?
    }

    /// Seats are told apart by it; above 0.
    let number: UInt64
    let membership: SpanMembership
    /// As it was when it was lit.
    let screen: Screen
    /// Of what the screen draws.
    let size: Size
    let group: SpanGroup
    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)
    private static let count = Atomic<UInt64>(0)

    init(_ membership: SpanMembership, screen: Screen, size: Size, group: SpanGroup) {
        number = Self.count.add(1, ordering: .relaxed).newValue
        self.membership = membership
        self.screen = screen
        self.size = size
        self.group = group
    }

    /// Another one whenever the assignment is.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var assignment: SpanAssignment? { state.withLock(\.assignment) }

    /// The part of the span that the screen shows, once that is known.
    var part: SpanPart? {
        assignment.map { SpanPart(region: $0.part, surface: $0.surface.layout.size, isLeader: $0.isLeader) }
    }

    /// The screen's thread is about to start: it is woken by these.
    func join(_ link: DisplayLink, _ signal: FrameSignal) {
        state.withLock { state in
            state.link = link
            state.signal = signal
        }
        group.join(self)
    }

    /// The screen is about to be dark.
    func leave() {
        group.leave(self)
        // The link holds who draws, who holds this.
        state.withLock { $0 = State() }
    }

    /// The way to it from who leads.
    func sink(to exchange: TripleBuffer, on surface: SpanSurface) -> SpanSink? {
        let part = surface.part(of: self)
        return state.withLock { state in
            guard let link = state.link, let signal = state.signal else { return nil }
            return SpanSink(part: part, exchange: exchange, link: link, signal: signal)
        }
    }

    func assign(_ assignment: SpanAssignment?) {
        state.withLock { state in
            state.assignment = assignment
            changes.add(1, ordering: .releasing)
            guard let link = state.link, let signal = state.signal else { return }
            link.setCadence(assignment?.cadence ?? .interval(1))
            link.wish(by: signal)
        }
    }

    /// Sets how often the screen is called, unless there is another assignment than that of `version`.
    func pace(_ cadence: FrameCadence, version: UInt64?) {
        state.withLock { state in
            if version == self.version { state.link?.setCadence(cadence) }
        }
    }
}
