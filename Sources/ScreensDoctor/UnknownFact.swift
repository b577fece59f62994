/// A fact that could not be found out, as a document of another machine does not state everything.
///
/// Its place has the value that leads to no finding, and the doctor names it as unknown. The raw values are those of the JSON
/// documents.
enum UnknownFact: String, Sendable, Hashable, CaseIterable {
    // Of the machine.
    case kernel, commandLine, virtualMachine, container, udev, user, terminals, displayDevices

    // Of a card.
    case node, driver, seat, master, openers, crtcs, connectors, atomic, universalPlanes, dumbBuffers, prefersShadow
    case monotonicTimestamps, crtcInEvents, vblanks

    // Of a connector.
    case status, modes, edid, forced

    /// For people.
    var title: String {
        switch self {
        case .kernel: "kernel"
        case .commandLine: "kernel's command line"
        case .virtualMachine: "virtual machine"
        case .container: "container"
        case .udev: "udev"
        case .user: "user"
        case .terminals: "terminal"
        case .displayDevices: "devices without a card"
        case .node: "node"
        case .driver: "driver"
        case .seat: "seat"
        case .master: "master"
        case .openers: "programs"
        case .crtcs: "CRTCs"
        case .connectors: "connectors"
        case .atomic: "atomic commits"
        case .universalPlanes: "universal planes"
        case .dumbBuffers: "dumb buffers"
        case .prefersShadow: "shadow"
        case .monotonicTimestamps: "timestamps"
        case .crtcInEvents: "CRTC in events"
        case .vblanks: "vblanks"
        case .status: "status"
        case .modes: "modes"
        case .edid: "EDID"
        case .forced: "forced state"
        }
    }
}

extension Set<UnknownFact> {
    /// In the order of their declaration.
    var ordered: [UnknownFact] { UnknownFact.allCases.filter(contains) }

    /// A value; nil where it is among the unknown ones.
    func value<Value>(_ value: Value, _ fact: UnknownFact) -> Value? { contains(fact) ? nil : value }
}
