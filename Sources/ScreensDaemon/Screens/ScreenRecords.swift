import Screens
import ScreensLinux

/// The one table of screens: a record for each present or former connector.
@MainLoop
final class ScreenRecords {
    /// The key of a display that was identified, and its key before that.
    typealias Identification = (former: DisplayKey, display: DisplayKey)

    let environment: ScreenEnvironment
    private let overrides: RuntimeOverrides
    /// The connectors in their order, then the former ones.
    private(set) var all: [ScreenRecord] = []
    private var onContent: @MainLoop (ScreenRecord) -> Void = { _ in }
    private var onPictures: @MainLoop () -> Void = {}
    private var onShown: @MainLoop (ScreenRecord) -> Void = { _ in }

    /// - Parameter overrides: the overrides, which follow the displays.
    init(_ environment: ScreenEnvironment, _ overrides: RuntimeOverrides) {
        self.environment = environment
        self.overrides = overrides
    }

    /// - Parameters:
    ///   - onContent: called when the state of a screen's content has changed.
    ///   - onPictures: called when screens have, or are about to have, other pictures of their contents.
    ///   - onShown: called when a client begins or ends to draw on a screen, or a playlist shows another item there.
    func begin(
        onContent: @escaping @MainLoop (ScreenRecord) -> Void, onPictures: @escaping @MainLoop () -> Void,
        onShown: @escaping @MainLoop (ScreenRecord) -> Void
    ) {
        self.onContent = onContent
        self.onPictures = onPictures
        self.onShown = onShown
    }

    /// The record of a screen; nil if its connector was not taken yet.
    subscript(screen: Screen) -> ScreenRecord? { named(screen.qualifiedName) }

    /// The record with a qualified name.
    func named(_ name: String) -> ScreenRecord? { all.first { $0.name == name } }

    /// The records of the connected screens, in their order.
    var connected: [ScreenRecord] { all.filter(\.hasDisplay) }

    private func add(_ screen: Screen) -> ScreenRecord {
        let record = ScreenRecord(screen, in: environment, for: self)
        all.append(record)
        return record
    }

    /// Takes the connectors from the library. The overrides follow their displays.
    func update() {
        for one in take(environment.kit.connectors) { overrides.move(one.former, to: one.display) }
    }

    /// Takes the current connectors.
    ///
    /// - Returns: the displays that were identified.
    func take(_ connectors: [Screen]) -> [Identification] {
        var identified: [Identification] = []
        var present: [ScreenRecord] = []
        for screen in connectors {
            let record = self[screen] ?? add(screen)
            let (former, display) = (record.display(of: screen), DisplayKey(screen))
            if former != display { identified.append((former, display)) }
            // Settings belong to the connector until a display is identified there.
            if display.identity != nil { identified.append((DisplayKey(connectorOf: screen), display)) }
            record.take(screen)
            present.append(record)
        }
        let absent = all.filter { record in !present.contains { $0 === record } }
        for record in absent { record.take(nil) }
        all = present + absent
        return identified
    }
}

/// The clients that have screens.
extension ScreenRecords {
    /// The occupancies of a client: the screens that it has or waits for.
    private func occupants(of client: UInt64) -> [any ScreenOccupant] {
        all.flatMap { $0.clients.filter { $0.client == client } }
    }

    /// Whether a client has a screen or a layer, or waits for a screen. It is called after each call of a client, so
    /// for each frame too.
    func hasScreens(_ client: UInt64) -> Bool {
        all.contains { $0.isUsed(by: client) } || environment.presenters.drawing(of: client) != nil
    }

    /// The frames of a client, which draws on one screen at most.
    func drawing(of client: UInt64) -> (record: ScreenRecord, drawing: ClientDrawing)? {
        for record in all {
            if case .drawing(let drawing) = record.occupancy, drawing.client == client { return (record, drawing) }
        }
        return nil
    }

    /// The layer of a client with a name; nil if the client has none.
    func layer(_ name: String, of client: UInt64) -> ClientLayer? {
        for record in all {
            if let layer = record.layers.layer(name, of: client) { return layer }
        }
        return nil
    }

    /// Called when a client has hung up.
    func clientHungUp(_ client: UInt64) {
        for occupant in occupants(of: client) { occupant.clientHungUp() }
        for record in all { record.layers.clientLeft(client) }
        environment.presenters.clientLeft(client)
        environment.power.clientLeft(client)
    }

    /// Called when a connection is over. Its screens show their contents again.
    func clientLeft(_ client: UInt64) {
        for occupant in occupants(of: client) { occupant.clientLeft() }
        for record in all { record.layers.clientLeft(client) }
        environment.presenters.clientLeft(client)
        environment.power.clientLeft(client)
    }

    /// All occupants of screens.
    var occupants: [any ScreenOccupant] { all.compactMap(\.occupancy.occupant) }

    /// Restores the brightness of panels from before the daemon has set it.
    func restoreBrightness() async {
        for record in connected { await record.brightness.configure(nil, of: record.screen) }
    }

    /// Called when the daemon ends, so that the programs on leases are not reported as lost.
    func endWithDaemon() {
        for occupant in occupants { occupant.daemonEnds() }
        let programs = all.compactMap { record in record.screen.lessee.map { "\($0) on \(record.name)" } }
        guard !programs.isEmpty else { return }
        environment.log.notice(
            "the leases end with the daemon, and so do their programs: \(programs.joined(separator: ", "))")
    }
}

extension ScreenRecords: ScreenRecordOwner {
    func contentChanged(on record: ScreenRecord) { onContent(record) }
    func contentHasPictures() { onPictures() }
    func contentMoved(on record: ScreenRecord) { onShown(record) }
    func drawingChanged(on record: ScreenRecord) { onShown(record) }
    func noticesChanged() { environment.passes.request() }
}
