import ScreensKMS
import Synchronization

/// The connectors of a simulated card: the display on each of them, and the pipe that shows a picture there.
final class SimulatedConnectors: Sendable {
    private struct Connector {
        var screen: SimulatedScreen?
        var pipe: SimulatedPipe?
        /// The values of its properties that are set, by name.
        var properties: [String: String] = [:]

        /// Its properties as they are.
        var currentProperties: [ConnectorProperty] {
            (screen?.abilities.properties ?? []).map { $0.set(by: properties) }
        }
    }

    private let connectors: Mutex<[Connector]>
    private let identities: IdentityReader
    /// The objects of a card that is replayed.
    private let hardware: ReplayedHardware?

    init(_ screens: [SimulatedScreen], _ identities: IdentityReader) {
        connectors = Mutex(screens.map { Connector(screen: $0) })
        hardware = nil
        self.identities = identities
    }

    /// Those of a card that is replayed, which has their displays itself.
    init(of hardware: ReplayedHardware, _ identities: IdentityReader) {
        connectors = Mutex(hardware.card.connectors.map { _ in Connector() })
        self.hardware = hardware
        self.identities = identities
    }

    // MARK: Names

    var names: [String] { hardware?.card.connectors.map(\.name) ?? (0..<count).map(name) }

    var count: Int { connectors.withLock(\.count) }

    func name(of place: Int) -> String { hardware?.name(ofConnectorAt: place) ?? "Virtual-\(place + 1)" }

    func place(of name: String) -> Int? { names.firstIndex(of: name) }

    func place(of connector: ConnectorID) -> Int {
        hardware?.index(of: connector) ?? Int(connector.rawValue) - 1
    }

    // MARK: Displays

    /// Plugs a display into the first free connector, or into a new one.
    ///
    /// - Returns: the place of the connector.
    func plug(_ screen: SimulatedScreen) -> Int {
        connectors.withLock { connectors in
            let place = connectors.firstIndex { $0.screen == nil } ?? connectors.endIndex
            if place == connectors.endIndex { connectors.append(Connector()) }
            connectors[place].screen = screen
            return place
        }
    }

    /// Plugs another display into a connector, or none.
    func set(_ screen: SimulatedScreen?, at place: Int) {
        connectors.withLock { $0[place].screen = screen }
    }

    /// - Returns: false where no display is there.
    func change(_ place: Int, _ body: (inout SimulatedScreen) -> Void) -> Bool {
        guard var screen = screen(at: place) else { return false }
        body(&screen)
        set(screen, at: place)
        return true
    }

    func screen(at place: Int) -> SimulatedScreen? { connector(at: place)?.screen }

    /// The names of the properties that a modeset has set.
    func setProperties(at place: Int) -> Set<String> { Set(connector(at: place)?.properties.keys.map(\.self) ?? []) }

    func resetProperties() {
        connectors.withLock { connectors in
            for place in connectors.indices { connectors[place].properties = [:] }
        }
    }

    // MARK: Pictures

    /// The pipe that shows a picture on a connector.
    func pipe(at place: Int) -> SimulatedPipe? { connector(at: place)?.pipe }

    var pipes: [SimulatedPipe] { connectors.withLock { $0.compactMap(\.pipe) } }

    /// Records a modeset, at once as by an atomic commit, so that no reader finds a connector without a picture in
    /// between.
    func show(_ pipes: [SimulatedPipe], inPlaceOf former: [SimulatedPipe]) {
        connectors.withLock { connectors in
            for old in former where connectors.indices.contains(old.connector) { connectors[old.connector].pipe = nil }
            for pipe in pipes where connectors.indices.contains(pipe.connector) {
                connectors[pipe.connector].pipe = pipe
                connectors[pipe.connector].properties = pipe.outcome.properties
            }
        }
    }

    func forget(_ pipe: SimulatedPipe) {
        connectors.withLock { connectors in
            for place in connectors.indices where connectors[place].pipe === pipe { connectors[place].pipe = nil }
        }
    }

    private func connector(at place: Int) -> Connector? {
        connectors.withLock { $0.indices.contains(place) ? $0[place] : nil }
    }

    // MARK: States

    /// The state of each, on a card that is not replayed.
    func states(possibleCRTCs: (Int) -> CRTCMask) -> [ConnectorState] {
        connectors.withLock(\.self).enumerated().map { place, connector in
            let modes = (connector.screen?.modes ?? []).enumerated().map { index, mode in
                ScreenMode(id: index, mode, isPreferred: index == 0)
            }
            return ConnectorState(
                id: ConnectorID(rawValue: UInt32(place + 1)), name: name(of: place),
                status: connector.screen == nil ? .disconnected : .connected,
                role: connector.screen?.role ?? .external, kind: .display, physicalSize: nil,
                modes: modes, currentMode: connector.pipe?.mode, crtcIndex: connector.pipe?.crtcIndex,
                possibleCRTCs: possibleCRTCs(place), edid: connector.screen?.edid ?? [],
                isLinkBad: false,
                identity: identities.identity(in: connector.screen?.edid ?? []),
                properties: connector.currentProperties)
        }
    }
}
