@testable import Screens

extension Screen {
    /// A screen for tests that do not care which.
    static func make(connection: UInt64 = 1, modes: [ScreenMode] = []) -> Screen {
        Screen(
            id: ScreenID(card: "/dev/dri/card0", connector: 7, session: 1, connection: connection), name: "HDMI-A-1",
            card: "/dev/dri/card0", driver: "test", connector: 7, status: .connected, role: .external,
            kind: .display, identity: nil, edid: [], physicalSize: nil, availableModes: modes, currentMode: nil,
            layout: nil, mirrorSource: nil,
            dark: nil, isStale: false)
    }
}
