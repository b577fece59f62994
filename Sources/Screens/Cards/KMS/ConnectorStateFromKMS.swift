import KMS

extension ConnectorState {
    init(
        _ connector: Connector, crtcs: [CRTC], identity: ScreenIdentity?, properties: [ConnectorProperty] = []
    ) {
        let fedBy = crtcs.first { $0.id == connector.crtc }
        let modes = connector.modes.enumerated().map { ScreenMode(id: $0.offset, timings: $0.element) }
        var current: ScreenMode?
        if let fedBy, fedBy.isActive, let mode = fedBy.mode {
            // The CRTC's mode carries no index of the list: it is found by its timings. A custom mode is not in it.
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
            crtcIndex: fedBy?.index,
            possibleCRTCs: connector.possibleCRTCs,
            edid: connector.edid,
            isLinkBad: connector.isLinkBad,
            identity: identity,
            properties: properties)
    }
}
