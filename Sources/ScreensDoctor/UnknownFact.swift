/// A fact that is not known, because a document of another machine does not state everything.
///
/// The property of such a fact has a value that leads to no finding, and the doctor reports the fact as unknown. The
/// raw values appear in the JSON documents.
enum UnknownFact: String, Sendable, Hashable, CaseIterable {
    // Facts of the machine.
    case kernel, commandLine, virtualMachine, container, udev, user, terminals, displayDevices

    // Facts of a card.
    case node, driver, seat, master, openers, crtcs, connectors, atomic, universalPlanes, dumbBuffers, prefersShadow
    case monotonicTimestamps, crtcInEvents, vblanks

    // Facts of a connector.
    case status, modes, edid, forced

    /// The name for people.
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
    /// The facts in the order of their declaration.
    var ordered: [UnknownFact] { UnknownFact.allCases.filter(contains) }

    /// Returns the value; nil if the fact is unknown.
    func value<Value>(_ value: Value, _ fact: UnknownFact) -> Value? { contains(fact) ? nil : value }
}
