import Synchronization

/// An enabled screen of a wall: its place, and whether it leads or follows.
final class WallMember: Sendable {
    /// The member's number, above 0; no other member has it.
    let number: UInt64
    let place: WallPlace
    /// The screen as it was when it was enabled.
    let screen: Screen
    /// The size of the screen's canvas.
    let size: Size
    let group: WallGroup
    /// Receives the picture from the leader.
    let receiver = PictureReceiver()
    private let state = Mutex<WallAssignment?>(nil)
    private let changes = Atomic<UInt64>(0)
    private static let count = Atomic<UInt64>(0)

    init(_ place: WallPlace, screen: Screen, size: Size, group: WallGroup) {
        number = Self.count.add(1, ordering: .relaxed).newValue
        self.place = place
        self.screen = screen
        self.size = size
        self.group = group
    }

    /// A number that changes whenever the assignment does, so that the screen's thread locks only then.
    var version: UInt64 { changes.load(ordering: .acquiring) }
    var assignment: WallAssignment? { state.withLock(\.self) }

    /// The part of the wall that the screen shows, or nil while that is not known.
    var part: WallPart? {
        assignment.map { WallPart(region: $0.part, surface: $0.surface.layout.size, isLeader: $0.isLeader) }
    }

    /// Prepares the start of the screen's thread: this link and this signal wake it.
    func join(_ link: DisplayLink, _ signal: FrameSignal) {
        receiver.attach(link, signal)
        group.join(self)
    }

    /// Prepares the end of the screen.
    func leave() {
        group.leave(self)
        receiver.detach()
        state.withLock { $0 = nil }
    }

    // MARK: The assignment, which the group makes

    /// Shows the screen's part of a surface that another screen draws.
    ///
    /// - Returns: the sender for that screen to publish into.
    func follow(_ surface: WallSurface) -> PictureSender? {
        let part = surface.part(of: self)
        receiver.receive(from: surface)
        assign(WallAssignment(surface: surface, part: part, isLeader: false, cadence: .interval(1), senders: []))
        return receiver.open(part, of: surface)
    }

    /// Draws a surface from now on, and publishes it to the other screens.
    func lead(_ surface: WallSurface, at cadence: FrameCadence, to senders: [PictureSender]) {
        // The picture that was published to it so far is older than its own next one.
        receiver.receive(from: nil)
        assign(
            WallAssignment(
                surface: surface, part: surface.part(of: self), isLeader: true, cadence: cadence, senders: senders))
    }

    /// Shows no part of a surface.
    func release() {
        receiver.receive(from: nil)
        assign(nil)
    }

    private func assign(_ assignment: WallAssignment?) {
        state.withLock { state in
            state = assignment
            changes.add(1, ordering: .releasing)
            guard let wakeUp = receiver.wakeUp else { return }
            wakeUp.link.setCadence(assignment?.cadence ?? .interval(1))
            wakeUp.post()
        }
    }

    /// Sets how often the screen is called, unless the assignment is newer than `version`.
    func pace(_ cadence: FrameCadence, version: UInt64?) {
        state.withLock { _ in
            if version == self.version { receiver.wakeUp?.link.setCadence(cadence) }
        }
    }
}

/// The part of a wall that a screen shows, and whether the screen draws the whole wall.
struct WallAssignment {
    let surface: WallSurface
    /// The place of the part in the surface.
    let part: Rectangle
    let isLeader: Bool
    /// How often the screen is called: the leader as often as the delegate should be, the others at each refresh.
    let cadence: FrameCadence
    /// The senders for the other screens, if this screen leads; otherwise empty.
    let senders: [PictureSender]
}
