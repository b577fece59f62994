import ScreensEDID

@testable import Screens

extension Screen {
    /// Makes a connected screen, or one without a display if `status` says so.
    static func sample(
        _ name: String, card: String = "card1", driver: String = "i915", role: ScreenRole = .external,
        identity: ScreenIdentity? = nil, status: ConnectionStatus = .connected, isTelevisionOutput: Bool = false,
        number: UInt32 = 7, path: String? = nil
    ) -> Screen {
        let connector = ConnectorID(rawValue: number)
        return Screen(
            id: ScreenID(card: "/dev/dri/\(card)", connector: connector, session: 1, connection: 1), name: name,
            card: "/dev/dri/\(card)", driver: driver, connector: connector, status: status, role: role, kind: .display,
            identity: identity, edid: [], physicalSize: nil, availableModes: [], currentMode: nil, layout: nil,
            mirrorSource: nil, dark: nil, isStale: false, isTelevisionOutput: isTelevisionOutput, path: path)
    }
}

extension ScreenIdentity {
    /// Makes an identity from the stable form: `DEL:a0b1:DELL%20U2410:F525M97O8LCL`.
    static func sample(_ form: String, vendor: String? = "Dell Inc.") throws -> ScreenIdentity {
        guard let identity = DisplayIdentity(form) else { throw NoIdentity() }
        return ScreenIdentity(identity, vendor: vendor)
    }

    private struct NoIdentity: Error {}
}
