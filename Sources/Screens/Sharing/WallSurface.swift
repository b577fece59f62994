import ScreensLinux
import Synchronization

/// The picture of a wall, and the turn to draw it.
///
/// Unchecked: only the member that has the turn uses the content, one thread at a time.
final class WallSurface: @unchecked Sendable {
    let layout: WallLayout
    /// Done when no member has the turn and none will get it.
    let end = Completion()
    let content: DelegateContent
    private let turn = LinkCall()
    /// The number of the leading member, or 0.
    private let leader = Atomic<UInt64>(0)

    init(layout: WallLayout, content: DelegateContent) {
        self.layout = layout
        self.content = content
    }

    /// A member's part of the surface. It has the member's size if the layout has that size.
    func part(of member: WallMember) -> Rectangle { layout.parts[member.place.name] ?? Rectangle(member.size) }

    /// Sets the member that draws from now on, without waiting for a running call. No other member gets the turn until
    /// that call has returned.
    func setLeader(_ member: UInt64) {
        leader.store(member, ordering: .releasing)
    }

    /// Takes the turn, in the frame path. If it succeeds, ``endTurn()`` must follow.
    ///
    /// - Returns: false if another member leads, or a former leader's call has not returned yet.
    func beginTurn(of member: UInt64) -> Bool {
        // A former leader must not take the turn from the next one, not even for a moment.
        guard leader.load(ordering: .acquiring) == member, turn.begin() else { return false }
        // The leader is checked again with the turn: if it was replaced meanwhile, it must not draw after the next one
        // has begun.
        if leader.load(ordering: .acquiring) == member { return true }
        endTurn()
        return false
    }

    func endTurn() {
        turn.end { end.signal() }
    }

    /// Ends the surface for good, without waiting for a running call.
    func close() {
        if turn.close() == .idle { end.signal() }
    }
}
