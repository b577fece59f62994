import ScreensKMS

/// A graphics card at one moment.
public struct Card: Sendable, Hashable, Identifiable {
    /// The primary node, such as `/dev/dri/card0`.
    public let path: String
    /// The name of the kernel driver, or nil if the card could not be opened.
    public let driver: String?
    /// The reason why the card cannot be used, or nil.
    public let problem: ScreenError?
    /// The other program that is the card's DRM master, if there is one and it can be found. Only root can find it, in
    /// debugfs.
    public let master: CardMaster?
    /// Whether the card was not opened, and sysfs describes its displays.
    public let isFromSysfs: Bool

    /// The ``path``.
    public var id: String { path }

    init(path: String, driver: String?, problem: ScreenError?, master: CardMaster?, isFromSysfs: Bool = false) {
        self.path = path
        self.driver = driver
        self.problem = problem
        self.master = master
        self.isFromSysfs = isFromSysfs
    }
}

/// A process that has a card open as its DRM master.
public struct CardMaster: Sendable, Hashable, CustomStringConvertible {
    /// The process id, as seen from this process.
    public let processID: Int32
    /// The name of its command.
    public let name: String

    package init(processID: Int32, name: String) {
        self.processID = processID
        self.name = name
    }

    /// A text such as `mpv (process 1234)`.
    public var description: String { "\(name) (process \(processID))" }
}

/// How a ``VideoKit`` that only observes reads the cards at its start.
///
/// Later reads follow events, and differences that sysfs shows; they never probe.
public enum CardReading: Sendable, Hashable {
    /// The results of the kernel's last probe are read.
    case known
    /// Cards that have no DRM master are probed, which takes some milliseconds, and 150 for a slow display. The process
    /// is their master for that time, and another program cannot become it. Others are read.
    case probed
    /// Free cards are probed, also cards of drivers that disable all outputs when their master gives them up
    /// (nvidia-drm). The other values leave the cards of these drivers closed, and sysfs describes them.
    case probedRegardless
    /// The cards are read from sysfs and the EDIDs there: no card is opened, and no sleeping card wakes. The modes are
    /// the modes for which the EDID gives timings; the present mode is not known.
    case sysfs

    /// Whether free cards are probed.
    var probes: Bool { self == .probed || self == .probedRegardless }
}

/// A card as it was when it was read.
struct CardState: Sendable, Hashable {
    /// The connectors, in the card's own order.
    var connectors: [ConnectorState]
    let crtcCount: Int
    /// Whether the hardware was probed for this read, so that the state is not from an earlier probe.
    var isFresh: Bool

    /// Whether a connector has never been probed, by the kernel's console or any program, so that nothing is known of
    /// its display.
    var isUnprobed: Bool {
        connectors.contains { $0.kind == .display && $0.status == .unknown && $0.modes.isEmpty }
    }
}

/// A connector as it was when it was read.
struct ConnectorState: Sendable, Hashable {
    let id: ConnectorID
    let name: String
    let status: ConnectionStatus
    let role: ScreenRole
    let kind: ScreenKind
    /// The size of the picture in millimetres, or nil.
    let physicalSize: Size?
    /// The modes, in the card's own order.
    let modes: [ScreenMode]
    /// The mode that is set, or nil while the connector has no active CRTC.
    var currentMode: ScreenMode?
    /// The CRTC that feeds it, or nil.
    private(set) var crtcIndex: CRTCIndex?
    let possibleCRTCs: CRTCMask
    /// The display's EDID, empty if there is none.
    let edid: [UInt8]
    /// Whether the link to the display failed and needs a modeset.
    let isLinkBad: Bool
    /// The identity that the display reports, or nil.
    let identity: ScreenIdentity?
    /// The properties that settings may name.
    var properties: [ConnectorProperty] = []
    /// Whether the connector is for an analog television.
    var isTelevisionOutput = false
    /// Whether displays that are plugged in here are expected to have an EDID.
    var expectsEDID = false
    /// The place in a tree of DisplayPort hubs (`PATH`), or nil. It stays the same when the kernel gives the connector
    /// another name.
    var path: String?

    /// Whether a CRTC feeds it in a mode that is not known.
    var isFed = false

    /// Whether a display is connected, and has no EDID yet although one is expected.
    var lacksEDID: Bool { status == .connected && kind == .display && expectsEDID && edid.isEmpty }

    /// Takes over the mode and the CRTC of a later read, which may have found fewer modes.
    mutating func takeCurrentMode(of later: Self) {
        crtcIndex = later.crtcIndex
        currentMode = later.currentMode.map { mode in
            modes.first { $0.timings.hasSameTimings(as: mode.timings) }
                ?? ScreenMode(id: modes.count, timings: mode.timings)
        }
    }
}
