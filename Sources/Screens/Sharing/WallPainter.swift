/// Draws a screen's part of a wall; on the leader, the whole wall.
///
/// Unchecked: the screen's own thread is the only one that draws.
final class WallPainter: @unchecked Sendable {
    private let member: WallMember
    private let drawAll: @Sendable (inout ExternalView, ScreenContent) -> Void
    private var reader: PictureReader
    private var version: UInt64?
    private var assignment: WallAssignment?
    /// Whether the other screens, and this one, still need all of the picture.
    private var isNew = false

    /// - Parameter drawAll: draws the whole surface, which has this content.
    init(member: WallMember, drawAll: @escaping @Sendable (inout ExternalView, ScreenContent) -> Void) {
        self.member = member
        self.drawAll = drawAll
        reader = PictureReader(member.receiver)
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
            // The leader wakes this screen; a still picture costs nothing here either.
            view.nextUpdate = .whenNeeded
            reader.follow()
            guard let (picture, changes) = reader.take() else { return }
            view.canvas.copy(changes, from: picture)
        }
    }

    /// Without the turn, the screen shows what it showed and tries again at its next refresh.
    private func lead(_ assignment: WallAssignment, on view: inout ExternalView) {
        guard assignment.surface.beginTurn(of: member.number) else {
            // However seldom the delegate is to be called.
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
        for index in assignment.sinks.indices { assignment.sinks[index].publish(canvas.damage, of: pixels) }
        let own = canvas.damage.clipped(to: assignment.part)
        if own.isEmpty {
            // Damage elsewhere on the surface is a frame here too: the surface's frames are this screen's.
            // By a name of its own: in one expression Swift 6.3 cannot compile it for ThreadSanitizer.
            let shown = view.canvas
            shown.markDamaged(Rectangle(x: 0, y: 0, width: 1, height: 1))
        } else {
            view.canvas.copy(own, from: pixels.part(assignment.part))
        }
        canvas.damageTaken()
    }
}
