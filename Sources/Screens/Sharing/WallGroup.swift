import Synchronization

/// One wall: who of its screens is lit, who of them leads, and what is drawn on, over all cards.
final class WallGroup: Sendable {
    private struct Place {
        let member: WallMember
        /// The triple buffer of this surface: this screen alone reads it, and the holder of the turn writes it.
        var exchange: TripleBuffer?
    }

    private struct State {
        /// Of the lit screens, in the order of the grid.
        var places: [Place] = []
        /// The last known sizes: what a screen leaves stays free for it.
        var sizes: [String: Size] = [:]
        var surface: WallSurface?
        /// Whether the assignments have changed since anybody was told.
        var isChanged = false
        /// Whether the surface is as the screens are.
        var isSettled = true
        /// When the surface ends, while no display is there.
        var deadline: MonotonicTime?
    }

    let wall: VideoWall
    private let ranks: [String: Int]
    private let contents: ContentRegister
    private let cadence: FrameCadence
    private let state = Mutex(State())

    init(_ wall: VideoWall, contents: ContentRegister, cadence: FrameCadence) {
        self.wall = wall
        self.contents = contents
        self.cadence = cadence
        ranks = Dictionary(zip(wall.names, 0...)) { first, _ in first }
    }

    /// A screen is lit; it shows its part once things are settled.
    func join(_ member: WallMember) {
        state.withLock { state in
            state.sizes[member.place.name] = member.size
            let rank = rank(member)
            let index = state.places.firstIndex { self.rank($0.member) > rank } ?? state.places.endIndex
            state.places.insert(Place(member: member), at: index)
            state.isSettled = false
        }
    }

    /// A screen goes dark: the surface stays, and the next one leads.
    func leave(_ member: WallMember) {
        state.withLock { state in
            let count = state.places.count
            state.places.removeAll { $0.member === member }
            guard state.places.count < count else { return }
            if let surface = state.surface { assign(surface, &state) }
        }
    }

    /// Gives all enabled screens their parts, of another surface where the old one does not fit any more.
    ///
    /// - Returns: what stands in the way.
    func settle() -> String? {
        state.withLock { state in
            guard !state.isSettled, let first = state.places.first else { return nil }
            state.isSettled = true
            state.deadline = nil
            guard let layout = WallLayout(wall, sizes: state.sizes) else {
                end(&state)
                for place in state.places { place.member.assign(nil) }
                state.isChanged = true
                return "the surface of its wall would have more than \(WallLayout.largestArea) pixels"
            }
            if state.surface?.layout != layout {
                end(&state)
                for index in state.places.indices { state.places[index].exchange = nil }
            }
            let surface =
                state.surface
                ?? WallSurface(
                    layout: layout, content: contents.makeContent(for: first.member.screen, size: layout.size))
            state.surface = surface
            assign(surface, &state)
            return nil
        }
    }

    /// Whether the screens show other parts than when this was asked last, or another one leads.
    func takeChange() -> Bool {
        state.withLock { state in
            defer { state.isChanged = false }
            return state.isChanged
        }
    }

    /// The first screen leads; the others have ways from it.
    private func assign(_ surface: WallSurface, _ state: inout State) {
        state.isChanged = true
        // One that has joined and is not settled may be of another size.
        let fitting = state.places.indices.filter { index in
            let member = state.places[index].member
            return surface.layout.parts[member.place.name]?.size == member.size
        }
        surface.setLeader(fitting.first.map { state.places[$0].member.number } ?? 0)
        var sinks: [WallSink] = []
        for index in fitting.dropFirst() {
            let member = state.places[index].member
            let exchange = state.places[index].exchange ?? TripleBuffer(size: member.size)
            state.places[index].exchange = exchange
            if let sink = member.sink(to: exchange, on: surface) { sinks.append(sink) }
        }
        for index in fitting {
            let place = state.places[index]
            let isLeader = index == fitting.first
            place.member.assign(
                WallAssignment(
                    surface: surface, part: surface.part(of: place.member), exchange: place.exchange,
                    isLeader: isLeader, cadence: isLeader ? cadence : .interval(1),
                    sinks: isLeader ? sinks : []))
        }
    }

    // MARK: Its end

    /// Looks whether any of the displays is there: without, the picture is kept until `deadline` only.
    func screensChanged(_ screens: [Screen], until deadline: MonotonicTime) {
        let isThere = screens.contains { $0.isConnected && wall.has($0) }
        state.withLock { $0.deadline = isThere ? nil : $0.deadline ?? deadline }
    }

    /// Ends the surface if its time is over.
    func expire(at now: MonotonicTime) {
        state.withLock { state in
            guard let deadline = state.deadline, deadline <= now, state.places.isEmpty else { return }
            end(&state)
        }
    }

    /// Ends the surface for good; the delegate is told when its last call has returned.
    func end() {
        state.withLock { end(&$0) }
    }

    private func end(_ state: inout State) {
        guard let surface = state.surface else { return }
        state.surface = nil
        surface.close()
        contents.end(surface.content, after: surface.end)
    }

    private func rank(_ member: WallMember) -> Int { ranks[member.place.name] ?? .max }
}
