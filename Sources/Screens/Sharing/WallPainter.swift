/// Draws a screen's part of a wall, and on the leader the whole wall.
///
/// Unchecked: only the screen's own thread draws.
final class WallPainter: @unchecked Sendable {
    private let member: WallMember
    private let drawAll: @Sendable (inout ExternalView, DelegateContent) -> Void
    private var reader: ReceivedPictures
    private var version: UInt64?
    private var assignment: WallAssignment?
    /// Whether this screen and the others still need the whole picture.
    private var isNew = false

    /// - Parameter drawAll: draws the whole surface with this content.
    init(member: WallMember, drawAll: @escaping @Sendable (inout ExternalView, DelegateContent) -> Void) {
        self.member = member
        self.drawAll = drawAll
        reader = ReceivedPictures(member.receiver)
    }

    func draw(on view: inout ExternalView) {
        let version = member.version
        if version != self.version {
            self.version = version
            assignment = member.assignment
            isNew = true
        }
        if let assignment, assignment.isLeader {
            lead(assignment, on: &view)
        } else {
            // The leader wakes this screen. A still picture costs nothing here either.
            view.nextUpdate = .whenNeeded
            reader.follow()
            guard let (picture, changes) = reader.take() else { return }
            view.canvas.copy(changes, from: picture)
        }
    }

    /// Draws the whole wall and shows this screen's part. Without the turn, the screen keeps its picture and tries
    /// again at its next refresh.
    private func lead(_ assignment: WallAssignment, on view: inout ExternalView) {
        guard assignment.surface.beginTurn(of: member.number) else {
            // The screen tries at the next refresh, even if the delegate should be called less often.
            if isNew { member.pace(.interval(1), version: version) }
            return
        }
        defer { assignment.surface.endTurn() }
        let content = assignment.surface.content
        let canvas = content.canvas
        if isNew {
            member.pace(assignment.cadence, version: version)
            canvas.move(to: member.screen.showing(member.part))
        }
        view.nextUpdate = canvas.lend(content.count(view.timing)) { drawAll(&$0, content) }

        if isNew { canvas.markAllDamaged() }
        isNew = false
        guard !canvas.damage.isEmpty else { return }
        let pixels = canvas.pixels
        for index in assignment.senders.indices { assignment.senders[index].publish(canvas.damage, of: pixels) }
        let own = canvas.damage.clipped(to: assignment.part)
        if own.isEmpty {
            // Damage elsewhere on the surface makes a frame here too, since the surface's frames are this screen's. A
            // separate constant: as one expression, Swift 6.3 cannot compile it for ThreadSanitizer.
            let shown = view.canvas
            shown.markDamaged(Rectangle(x: 0, y: 0, width: 1, height: 1))
        } else {
            view.canvas.copy(own, from: pixels.part(assignment.part))
        }
        canvas.damageTaken()
    }
}
