import Linux
import Synchronization

/// The picture of a wall, and whose turn it is to draw it.
///
/// Unchecked: the content belongs to whoever has the turn, one thread at a time.
final class WallSurface: @unchecked Sendable {
    let layout: WallLayout
    /// Comes when nobody has the turn, and nobody gets it any more.
    let end = Completion()
    let content: ScreenContent
    private let turn = LinkCall()
    /// The number of the member that leads, or 0.
    private let leader = Atomic<UInt64>(0)

    init(layout: WallLayout, content: ScreenContent) {
        self.layout = layout
        self.content = content
    }

    /// Where a screen's part of it lies; of the screen's size, where it has one.
    func part(of member: WallMember) -> Rectangle { layout.parts[member.place.name] ?? Rectangle(member.size) }

    /// Sets the screen that draws from now on. A call that runs is not waited for; until it has returned, nobody else gets the turn.
    func setLeader(_ member: UInt64) {
        leader.store(member, ordering: .releasing)
    }

    /// Takes the turn, in the frame path; ``endTurn()`` follows then.
    ///
    /// - Returns: false where another member leads, or one that led before has not returned yet.
    func beginTurn(of member: UInt64) -> Bool {
        // A leader that was replaced does not take it from the next one, not even for a moment.
        guard leader.load(ordering: .acquiring) == member, turn.begin() else { return false }
        // Asked with the turn: who has been replaced must not draw once the next leader has begun.
        if leader.load(ordering: .acquiring) == member { return true }
        endTurn()
        return false
    }

    func endTurn() {
        turn.end { end.signal() }
    }

    /// Ends it for good. A call that runs is not waited for.
    func close() {
        if turn.close() == .idle { end.signal() }
    }
}
