import KMS

extension ConnectorState {
    init(
        _ connector: Connector, crtcs: [CRTC], identity: ScreenIdentity?, properties: [ConnectorProperty] = []
    ) {
        let fedBy = crtcs.first { $0.id == connector.crtc }
        let modes = connector.modes.enumerated().map { ScreenMode(id: $0.offset, timings: $0.element) }
        var current: ScreenMode?
        if let fedBy, fedBy.isActive, let mode = fedBy.mode {
            // The CRTC's mode has no place in the list; the same timings there have. One that somebody made up has none.
            current =
                modes.first { $0.timings.hasSameTimings(as: mode) }
                ?? ScreenMode(id: modes.count, timings: mode)
        }
        self.init(
            id: connector.id,
            name: connector.name,
            status: connector.connection == .connected
                ? .connected : connector.connection == .disconnected ? .disconnected : .unknown,
            role: connector.isInternal ? .internal : .external,
            kind: connector.isWriteback ? .writeback : connector.isNonDesktop ? .nonDesktop : .display,
            physicalSize: connector.physicalWidth > 0 && connector.physicalHeight > 0
                ? Size(width: connector.physicalWidth, height: connector.physicalHeight) : nil,
            modes: modes,
            currentMode: current,
            crtc: fedBy?.index,
            possibleCRTCs: connector.possibleCRTCs,
            edid: connector.edid,
            isLinkBad: connector.isLinkBad,
            identity: identity,
            properties: properties)
    }
}

extension ModeTimings {
    /// Whether a display is driven alike, whatever the mode is called and whoever prefers it.
    func hasSameTimings(as other: ModeTimings) -> Bool {
        var copy = other
        copy.name = name
        copy.type = type
        copy.vrefresh = vrefresh
        return copy == self
    }
}
