import Screens
import ScreensContents
import ScreensLinux

/// Everything that the daemon keeps about one screen: a connector, and the display on it.
///
/// Each part has a type of its own, which alone changes its state. The record and its picture stay while the connector
/// is away: displays drop off for a second, or for a night.
@MainLoop
final class ScreenRecord {
    /// The screen's qualified name.
    let name: String
    /// The configured content.
    let content: ConfiguredContent
    /// The configured contents over the picture.
    let overlays: ScreenOverlays
    /// The words of a client over the picture.
    private(set) lazy var notification = ScreenNotification(kit, words, log) { [weak self] in
        self?.overlayChanged()
    }
    private let kit: VideoKit
    /// Lets another program draw words; nil if none does.
    private let words: (any WordsDrawer)?
    private let log: EventLog
    /// The settings, and their outcome.
    let applied = AppliedSettings()
    let brightness: PanelBrightness
    let idleness: Idleness
    /// The power of the display.
    let power: ScreenPower
    /// The screen, as last taken.
    private(set) var screen: Screen
    /// Whether the connector exists.
    private(set) var isPresent = false
    /// The last display on the connector.
    private(set) var former = FormerDisplay()
    /// Whether the screen shows a picture of the daemon.
    private(set) var isLit = false
    /// The occupant, whose picture the screen shows.
    private(set) var occupancy = Occupancy.content
    /// The number of leases so far, with refused ones.
    private(set) var leaseCount = 0
    /// The order in which occupants change.
    let turns = ScreenTurns()
    /// The reads of device buffers for the screen.
    let devices = DeviceReads()
    /// The number of frames of clients that were dropped because they were late.
    private(set) var droppedFrames: Int64 = 0
    /// The picture that is on the screen, for the proof of play.
    let played = PlayedScreen()
    /// The layers of clients over the picture.
    let layers = ClientLayers()
    /// The connection of the display; nil without one.
    private var connection: ScreenID?
    private let place: ScreenPlace
    private weak var owner: (any ScreenRecordOwner)?

    init(_ screen: Screen, in environment: ScreenEnvironment, for owner: any ScreenRecordOwner) {
        name = screen.qualifiedName
        self.screen = screen
        self.owner = owner
        let contents = environment.contents
        kit = contents.kit
        words = contents.words
        log = environment.log
        place = contents.places.place(of: name)
        content = ConfiguredContent(on: name, place, in: contents) { [kit = contents.kit] in kit.setNeedsDisplay($0) }
        overlays = ScreenOverlays(on: name, in: contents)
        brightness = PanelBrightness(environment.kit, environment.log)
        idleness = Idleness(of: name, environment.passes, environment.log)
        power = ScreenPower(of: name, environment.power, environment.passes, environment.log)
        content.begin(for: self)
        overlays.begin(for: self)
    }

    /// Returns whether the screen's plane would show a frame of a client without a copy now.
    func forecast(_ frame: ClientSurface.Buffer) -> DirectForecast {
        guard let memory = frame.buffers.shared(frame.number) else { return .impossible }
        return kit.directForecast(
            of: screen.id, to: frame.buffers.format, frame.buffers.placement, modifier: memory.modifier ?? 0)
    }

    /// Takes the current state of the screen.
    ///
    /// - Parameter screen: nil if there is no such connector.
    func take(_ screen: Screen?) {
        let before = connection
        if let screen { self.screen = screen } else { applied.end() }
        isPresent = screen != nil
        former.take(screen)
        connection = screen.flatMap { $0.isConnected ? $0.id : nil }
        guard before != nil, connection == nil else { return }
        content.end()
        overlays.end()
        // A television that sleeps because it is idle may drop its hotplug signal, and is not in use because of that.
        if power.picture == .content { idleness.end() }
        power.displayLeft()
        isLit = false
    }

    /// Whether there is a display on it.
    var hasDisplay: Bool { connection != nil }

    /// Sets whether the screen shows a picture of the daemon.
    ///
    /// - Returns: whether that begins now.
    func take(isLit: Bool) -> Bool {
        let begins = isLit && !self.isLit
        self.isLit = isLit
        return begins
    }

    /// Gives the screen to an occupant.
    func occupy(_ occupancy: Occupancy) {
        self.occupancy = occupancy
        if case .lease = occupancy { leaseCount += 1 }
    }

    /// Counts a frame of a client that was dropped.
    func frameDropped() { droppedFrames += 1 }

    /// Removes the occupant from the screen, if this one has it.
    func vacate(_ occupant: any ScreenOccupant) {
        if isHeld(by: occupant) { occupancy = .content }
    }

    /// Whether the content is on the screen, and no picture of another program.
    var showsContent: Bool {
        hasDisplay && screen.dark == nil && use == .free && screen.mirrorSource == nil
            && screen.wallPart?.isLeader != false
    }

    /// Returns the pictures that the screen has begun to draw since the last call.
    func takePictures() -> [ShownPictures.Begin] { place.takePictures() }

    /// Notes the next drawn picture as a new one, even if it is unchanged.
    func forgetPicture() { place.forgetPicture() }

    /// A number that stays the same as long as the card shows a picture of the daemon, or of a client that draws by it;
    /// nil while a program has the screen by a lease, or has the card.
    var ownPicture: Int? {
        if case .lease = occupancy { return nil }
        return screen.lessee == nil && screen.layout != nil && screen.dark == nil ? leaseCount : nil
    }

    /// The key of the display on a connection of this screen, which may have been identified since.
    func display(of connection: Screen) -> DisplayKey {
        DisplayKey(screen.id == connection.id ? screen : connection)
    }
}

/// The occupant of the screen.
extension ScreenRecord {
    func isHeld(by occupant: any ScreenOccupant) -> Bool { occupancy.occupant === occupant }

    /// All clients that have the screen or wait for it.
    var clients: [any ScreenOccupant] {
        let occupant = occupancy.occupant
        return [occupant].compactMap(\.self) + turns.waiting.filter { $0 !== occupant }
    }

    /// Whether a client has the screen, waits for it, or has a layer over its picture.
    func isUsed(by client: UInt64) -> Bool {
        occupancy.occupant?.client == client || turns.waiting.contains { $0.client == client } || layers.has(client)
    }

    /// Changes the occupant, after earlier changes.
    func inTurn<Value: Sendable>(
        for occupant: (any ScreenOccupant)? = nil, _ change: @escaping @MainLoop () async -> Value
    ) async -> Value {
        let value = await turns.run(for: occupant, change)
        // The occupant may have ended by itself meanwhile.
        if turns.isFree { occupancy.occupant?.follow() }
        return value
    }

    /// Reports that a client begins or ends to draw on the screen.
    func drawingChanged() { owner?.drawingChanged(on: self) }

    /// Shows the frames of a client in place of the content, or the content again.
    func show(_ frames: SurfaceContent?) { place.show(over: frames) }
}

extension ScreenRecord: OverlayOwner {
    func overlayChanged() { owner?.contentMoved(on: self) }
    func overlayNoticesChanged() { owner?.noticesChanged() }
}

extension ScreenRecord: ContentOwner {
    func contentBegins() { idleness.begin() }
    func contentChanged() { owner?.contentChanged(on: self) }
    func contentMoved() { owner?.contentMoved(on: self) }
    func contentHasPictures() { owner?.contentHasPictures() }
    func contentNoticesChanged() { owner?.noticesChanged() }
    func pictureChanged() { idleness.pictureChanged() }
}

/// Receives the reports of a record.
@MainLoop
protocol ScreenRecordOwner: AnyObject {
    /// Called when the state of the content has changed.
    func contentChanged(on record: ScreenRecord)

    /// Called when the playlist of the content shows another item, or another one follows.
    func contentMoved(on record: ScreenRecord)

    /// Called when screens have, or are about to have, other pictures of their contents.
    func contentHasPictures()

    /// Called when a client begins or ends to draw on the screen.
    func drawingChanged(on record: ScreenRecord)

    /// Called when the notices about a content have changed.
    func noticesChanged()
}
