import Synchronization

/// One wall over all cards: its enabled screens, the leading screen, and the surface that is drawn.
final class WallGroup: Sendable {
    private struct State {
        /// The enabled screens, in the order of the grid.
        var members: [WallMember] = []
        /// The last known size of each screen, by name. The part of a screen that leaves stays reserved for it.
        var sizes: [String: Size] = [:]
        var surface: WallSurface?
        /// Whether the assignments have changed since ``takeChange()``.
        var isChanged = false
        /// Why the wall cannot be shown.
        var problem: String?
        /// Whether the surface fits the screens.
        var isLaidOut = true
        /// The time at which the surface ends, if none of the displays is connected until then.
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

    /// Adds a screen that is about to be enabled. It shows its part after ``layOut()``.
    func join(_ member: WallMember) {
        state.withLock { state in
            state.sizes[member.place.name] = member.size
            let rank = rank(member)
            let index = state.members.firstIndex { self.rank($0) > rank } ?? state.members.endIndex
            state.members.insert(member, at: index)
            state.isLaidOut = false
        }
    }

    /// Removes a screen. The surface stays, and if the screen led, the next one leads.
    func leave(_ member: WallMember) {
        state.withLock { state in
            guard let index = state.members.firstIndex(where: { $0 === member }) else { return }
            state.members.remove(at: index)
            if let surface = state.surface { assign(surface, &state) }
        }
    }

    /// Assigns parts of the surface to all enabled screens. If the surface no longer fits, a new one replaces it.
    ///
    /// - Returns: the problem, if the wall cannot be shown.
    func layOut() -> String? {
        state.withLock { state in
            guard !state.isLaidOut, let first = state.members.first else { return nil }
            state.isLaidOut = true
            state.deadline = nil
            guard let layout = WallLayout(wall, sizes: state.sizes) else {
                end(&state)
                for member in state.members { member.release() }
                state.isChanged = true
                state.problem = "the surface of its wall would have more than \(WallLayout.largestArea) pixels"
                return state.problem
            }
            state.problem = nil
            if state.surface?.layout != layout { end(&state) }
            let surface =
                state.surface
                ?? WallSurface(layout: layout, content: contents.makeContent(for: first.screen, size: layout.size))
            state.surface = surface
            assign(surface, &state)
            return nil
        }
    }

    /// Why the wall could not be shown when it was last laid out.
    var problem: String? { state.withLock(\.problem) }

    /// Whether a screen shows another part, or another screen leads, since the last call.
    func takeChange() -> Bool {
        state.withLock { state in
            defer { state.isChanged = false }
            return state.isChanged
        }
    }

    /// Makes the first screen lead and the others follow it.
    private func assign(_ surface: WallSurface, _ state: inout State) {
        state.isChanged = true
        // A screen that has joined and is not in the layout yet may have another size.
        let fitting = state.members.filter { surface.layout.parts[$0.place.name]?.size == $0.size }
        surface.setLeader(fitting.first?.number ?? 0)
        let senders = fitting.dropFirst().compactMap { $0.follow(surface) }
        fitting.first?.lead(surface, at: cadence, to: senders)
    }

    // MARK: Its end

    /// Starts the retention of the surface when none of the wall's displays is connected any longer. It ends at
    /// `deadline`.
    func screensChanged(_ screens: [Screen], until deadline: MonotonicTime) {
        let isConnected = screens.contains { $0.isConnected && wall.has($0) }
        state.withLock { $0.deadline = isConnected ? nil : $0.deadline ?? deadline }
    }

    /// Ends the surface if its deadline has passed.
    func expire(at now: MonotonicTime) {
        state.withLock { state in
            guard let deadline = state.deadline, deadline <= now, state.members.isEmpty else { return }
            end(&state)
        }
    }

    /// Ends the surface for good. The end of the content is reported to the delegate after its last call.
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
