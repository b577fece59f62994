import ScreensEDID
import ScreensKMS

extension CardState {
    /// Makes the state that follows from sysfs and the EDIDs there. The id of a connector without a number in sysfs
    /// (before Linux 6.5) is its index.
    init(_ card: SysfsCard) {
        let identities = IdentityReader()
        self.init(
            connectors: card.connectors.enumerated().map { place, connector in
                ConnectorState(connector, place: place, identities.identity(in: connector.edid))
            },
            crtcCount: 0, isFresh: false)
    }
}

extension ConnectorState {
    fileprivate init(_ connector: SysfsCard.Connector, place: Int, _ identity: ScreenIdentity?) {
        let type = ConnectorType(ofConnector: connector.name) ?? .unknown
        let display = try? DisplayDescription(decoding: connector.edid)
        let size = display?.imageSize
        self.init(
            id: ConnectorID(rawValue: connector.number ?? UInt32(place)), name: connector.name,
            status: ["connected", "disconnected"].contains(connector.status)
                ? ConnectionStatus(rawValue: connector.status) : .unknown,
            role: type.isInternal ? .internal : .external,
            kind: type.isWriteback ? .writeback : .display,
            physicalSize: size.map { Size(width: Int($0.width.rounded()), height: Int($0.height.rounded())) },
            modes: display.map(ScreenMode.listed) ?? [], currentMode: nil, crtcIndex: nil, possibleCRTCs: [],
            edid: connector.edid, isLinkBad: false, identity: identity,
            isTelevisionOutput: type.isTelevisionOutput)
        isFed = connector.isEnabled
    }
}

extension ScreenMode {
    /// The modes whose timings an EDID gives, the preferred one first. The card may not support all of them.
    fileprivate static func listed(by display: DisplayDescription) -> [ScreenMode] {
        let preferred = display.preferredTiming?.timing
        let named =
            display.base.establishedTimings + display.base.standardTimings + display.base.cvtTimings
            + display.extensionTimings
        let timings =
            [preferred].compactMap(\.self) + display.detailedTimings.filter(\.isUsable).map(\.timing)
            + display.videoFormats.compactMap(\.timing) + named.compactMap(\.timing)
        var modes: [ScreenMode] = []
        for timing in timings {
            guard let line = try? Modeline(timing) else { continue }
            var mode = ModeTimings(line)
            guard !modes.contains(where: { $0.timings.hasSameTimings(as: mode) }) else { continue }
            if modes.isEmpty, preferred != nil { mode.markPreferred() }
            modes.append(ScreenMode(id: modes.count, timings: mode))
        }
        return modes
    }
}
