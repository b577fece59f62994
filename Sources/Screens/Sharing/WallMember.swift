import Synchronization

/// The place of a lit screen in a wall.
final class WallMember: Sendable {
    private struct State {
        var assignment: WallAssignment?
        var link: DisplayLink?
        var signal: FrameSignal?
    }

    /// Seats are told apart by it; above 0.
    let number: UInt64
    let place: WallPlace
    /// As it was when it was lit.
    let screen: Screen
    /// Of what the screen draws.
    let size: Size
    let group: WallGroup
    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)
    private static let count = Atomic<UInt64>(0)

    init(_ place: WallPlace, screen: Screen, size: Size, group: WallGroup) {
        number = Self.count.add(1, ordering: .relaxed).newValue
        self.place = place
        self.screen = screen
        self.size = size
        self.group = group
    }

    /// Another one whenever the assignment is.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var assignment: WallAssignment? { state.withLock(\.assignment) }

    /// The part of the wall that the screen shows, once that is known.
    var part: WallPart? {
        assignment.map { WallPart(region: $0.part, surface: $0.surface.layout.size, isLeader: $0.isLeader) }
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
    func sink(to exchange: TripleBuffer, on surface: WallSurface) -> WallSink? {
        let part = surface.part(of: self)
        return state.withLock { state in
            guard let link = state.link, let signal = state.signal else { return nil }
            return WallSink(part: part, exchange: exchange, link: link, signal: signal)
        }
    }

    func assign(_ assignment: WallAssignment?) {
        state.withLock { state in
            state.assignment = assignment
            changes.add(1, ordering: .releasing)
            guard let link = state.link, let signal = state.signal else { return }
            link.setCadence(assignment?.cadence ?? .interval(1))
            link.requestFrame(by: signal)
        }
    }

    /// Sets how often the screen is called, unless there is another assignment than that of `version`.
    func pace(_ cadence: FrameCadence, version: UInt64?) {
        state.withLock { state in
            if version == self.version { state.link?.setCadence(cadence) }
        }
    }
}
