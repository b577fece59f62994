import ScreensEDID
import ScreensKMS

@testable import Screens

extension ConnectorState {
    /// Makes a connector for tests that ignore its other properties.
    static func make(
        _ id: ConnectorID, _ status: ConnectionStatus = .connected, kind: ScreenKind = .display,
        modes: [ScreenMode] = [.make(0, 640, 480, 60)], current: ScreenMode? = nil, edid: [UInt8] = [],
        isLinkBad: Bool = false, identity: ScreenIdentity? = nil, path: String? = nil
    ) -> ConnectorState {
        ConnectorState(
            id: id, name: "HDMI-A-\(id)", status: status, role: .external, kind: kind, physicalSize: nil, modes: modes,
            currentMode: current, crtcIndex: current == nil ? nil : 0, possibleCRTCs: 1, edid: edid,
            isLinkBad: isLinkBad,
            identity: identity, path: path)
    }
}

extension CardState {
    static func make(_ connectors: ConnectorState...) -> CardState {
        CardState(connectors: connectors, crtcCount: 4, isFresh: true)
    }
}

extension ScreenIdentity {
    /// Returns a display that differs from others only by its serial.
    static func sign(_ serial: String?) -> ScreenIdentity {
        ScreenIdentity(DisplayIdentity(make: "ABC", productCode: 1, model: "Sign", serial: serial), vendor: nil)
    }
}
