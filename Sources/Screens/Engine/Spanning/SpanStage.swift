import Synchronization

/// One span: who of its screens is lit, who of them leads, and what is drawn on, over all cards.
final class SpanStage: Sendable {
    private struct Place {
        let seat: SpanSeat
        /// What it is shown through on this surface: nobody else reads it, and whoever has the turn writes it.
        var exchange: PictureExchange?
    }

    private struct State {
        /// Of the lit screens, in the order of the grid.
        var places: [Place] = []
        /// The last known sizes: what a screen leaves stays free for it.
        var sizes: [String: Size] = [:]
        var surface: SpanSurface?
        /// Whether the assignments have changed since anybody was told.
        var isChanged = false
        /// Whether the surface is as the screens are.
        var isSettled = true
        /// When the surface ends, while no display is there.
        var deadline: Int64?
    }

    let span: VideoWall
    private let ranks: [String: Int]
    private let contents: ContentStore
    private let cadence: FrameCadence
    private let state = Mutex(State())

    init(_ span: VideoWall, contents: ContentStore, cadence: FrameCadence) {
        self.span = span
        self.contents = contents
        self.cadence = cadence
        ranks = Dictionary(zip(span.names, 0...)) { first, _ in first }
    }

    /// A screen is lit; it shows its part once things are settled.
    func join(_ seat: SpanSeat) {
        state.withLock { state in
            state.sizes[seat.membership.name] = seat.size
            let rank = rank(seat)
            let index = state.places.firstIndex { self.rank($0.seat) > rank } ?? state.places.endIndex
            state.places.insert(Place(seat: seat), at: index)
            state.isSettled = false
        }
    }

    /// A screen goes dark: the surface stays, and the next one leads.
    func leave(_ seat: SpanSeat) {
        state.withLock { state in
            let count = state.places.count
            state.places.removeAll { $0.seat === seat }
            guard state.places.count < count else { return }
            if let surface = state.surface { assign(surface, &state) }
        }
    }

    /// Has all screens that are lit show their parts: of another surface, where the old one does not fit any more.
    ///
    /// - Returns: what stands in the way.
    func settle() -> String? {
        state.withLock { state in
            guard !state.isSettled, let first = state.places.first else { return nil }
            state.isSettled = true
            state.deadline = nil
            guard let layout = SpanLayout(span, sizes: state.sizes) else {
                end(&state)
                for place in state.places { place.seat.assign(nil) }
                state.isChanged = true
                return "the surface of its span would have more than \(SpanLayout.largestArea) pixels"
            }
            if state.surface?.layout != layout {
                end(&state)
                for index in state.places.indices { state.places[index].exchange = nil }
            }
            let surface =
                state.surface
                ?? SpanSurface(layout: layout, content: contents.makeContent(for: first.seat.screen, size: layout.size))
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
    private func assign(_ surface: SpanSurface, _ state: inout State) {
        state.isChanged = true
        // One that has joined and is not settled may be of another size.
        let fitting = state.places.indices.filter { index in
            let seat = state.places[index].seat
            return surface.layout.parts[seat.membership.name]?.size == seat.size
        }
        surface.setLeader(fitting.first.map { state.places[$0].seat.number } ?? 0)
        var outlets: [SpanOutlet] = []
        for index in fitting.dropFirst() {
            let seat = state.places[index].seat
            let exchange = state.places[index].exchange ?? PictureExchange(size: seat.size)
            state.places[index].exchange = exchange
            if let outlet = seat.outlet(to: exchange, on: surface) { outlets.append(outlet) }
        }
        for index in fitting {
            let place = state.places[index]
            let isLeader = index == fitting.first
            place.seat.assign(
                SpanAssignment(
                    surface: surface, part: surface.part(of: place.seat), exchange: place.exchange,
                    isLeader: isLeader, cadence: isLeader ? cadence : .interval(1),
                    outlets: isLeader ? outlets : []))
        }
    }

    // MARK: Its end

    /// Looks whether any of the displays is there: without, the picture is kept until `deadline` only.
    func screensCameOrLeft(_ screens: [Screen], until deadline: Int64) {
        let isThere = screens.contains { $0.isConnected && span.has($0) }
        state.withLock { $0.deadline = isThere ? nil : $0.deadline ?? deadline }
    }

    /// Ends the surface if its time is over.
    func expire(at now: Int64) {
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

    private func rank(_ seat: SpanSeat) -> Int { ranks[seat.membership.name] ?? .max }
}
