import ScreensLinux
import Synchronization

/// The picture of a wall, and the turn to draw it.
///
/// Unchecked: only the member that has the turn uses the content, one thread at a time.
final class WallSurface: @unchecked Sendable {
    let layout: WallLayout
    /// Done when no member has the turn, and none gets it any more.
    let end = Completion()
    let content: ScreenContent
    private let turn = LinkCall()
    /// The number of the member that leads, or 0.
    private let leader = Atomic<UInt64>(0)

    init(layout: WallLayout, content: ScreenContent) {
        self.layout = layout
        self.content = content
    }

    /// A member's part of the surface. It has the member's size where the layout has that size.
    func part(of member: WallMember) -> Rectangle { layout.parts[member.place.name] ?? Rectangle(member.size) }

    /// Sets the member that draws from now on. A call that runs is not waited for; no other member gets the turn until it
    /// has returned.
    func setLeader(_ member: UInt64) {
        leader.store(member, ordering: .releasing)
    }

    /// Takes the turn, in the frame path; ``endTurn()`` follows then.
    ///
    /// - Returns: false where another member leads, or a former leader's call has not returned yet.
    func beginTurn(of member: UInt64) -> Bool {
        // A former leader does not take the turn from the next one, not even for a moment.
        guard leader.load(ordering: .acquiring) == member, turn.begin() else { return false }
        // Asked again with the turn: a leader that was replaced meanwhile must not draw after the next one has begun.
        if leader.load(ordering: .acquiring) == member { return true }
        endTurn()
        return false
    }

    func endTurn() {
        turn.end { end.signal() }
    }

    /// Ends the surface for good. A call that runs is not waited for.
    func close() {
        if turn.close() == .idle { end.signal() }
    }
}
