import ScreensKMS
import Synchronization

/// The connectors of a simulated card: the display on each of them, and the pipe that shows a picture there.
final class SimulatedConnectors: Sendable {
    private struct Connector {
        var screen: SimulatedScreen?
        var pipe: SimulatedPipe?
    }

    private let connectors: Mutex<[Connector]>
    let hardware: ReplayedHardware
    /// The number of CRTCs, each of which feeds any connector; nil if each connector has a CRTC of its own.
    private let crtcCount: Int?

    init(_ screens: [SimulatedScreen], crtcCount: Int?) {
        connectors = Mutex([])
        self.crtcCount = crtcCount
        hardware = ReplayedHardware(.simulated(crtcCount: crtcCount), memory: SimulatedMemory(bytes: .max))
        for screen in screens { _ = plug(screen) }
        hardware.limit { [weak self] card in card.respects { self?.screen(at: $0)?.abilities } }
    }

    /// Makes the connectors of a document, which itself has their displays.
    init(of hardware: ReplayedHardware) {
        connectors = Mutex(hardware.card.connectors.map { _ in Connector() })
        self.hardware = hardware
        crtcCount = nil
    }

    // MARK: Names

    var names: [String] { hardware.card.connectors.map(\.name) }

    func name(of place: Int) -> String { hardware.name(ofConnectorAt: place) ?? "" }

    func place(of name: String) -> Int? { names.firstIndex(of: name) }

    func place(of connector: ConnectorID) -> Int? { hardware.index(of: connector) }

    // MARK: Displays

    /// Plugs a display into the first free connector, or into a new one.
    ///
    /// - Returns: the place of the connector.
    func plug(_ screen: SimulatedScreen) -> Int {
        let place = connectors.withLock { connectors in
            let place = connectors.firstIndex { $0.screen == nil } ?? connectors.endIndex
            if place == connectors.endIndex { connectors.append(Connector()) }
            return place
        }
        set(screen, at: place)
        return place
    }

    /// Plugs another display into a connector, or none.
    func set(_ screen: SimulatedScreen?, at place: Int) {
        connectors.withLock { $0[place].screen = screen }
        hardware.plug(screen, at: place, crtcCount: crtcCount, keepsValues: true)
    }

    /// - Returns: false if no display is there.
    func change(_ place: Int, _ body: (inout SimulatedScreen) -> Void) -> Bool {
        guard var screen = screen(at: place) else { return false }
        body(&screen)
        set(screen, at: place)
        return true
    }

    func screen(at place: Int) -> SimulatedScreen? { connector(at: place)?.screen }

    /// Resets all properties to the values of their screens.
    func resetProperties() {
        let screens = connectors.withLock { $0.map(\.screen) }
        for (place, screen) in zip(screens.indices, screens) {
            hardware.plug(screen, at: place, crtcCount: crtcCount, keepsValues: false)
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

    /// The state of the card with the properties of connectors in the order of their screens.
    func ordered(_ state: CardState) -> CardState {
        var state = state
        for place in state.connectors.indices {
            let known = state.connectors[place].properties
            let names = screen(at: place)?.abilities.properties.map(\.name) ?? []
            state.connectors[place].properties = names.compactMap { name in known.first { $0.name == name } }
        }
        return state
    }
}
