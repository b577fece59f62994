@testable import Screens

extension Screen {
    /// Makes a screen for tests that accept any screen.
    static func make(connection: UInt64 = 1, modes: [ScreenMode] = []) -> Screen {
        Screen(
            id: ScreenID(card: "/dev/dri/card0", connector: 7, session: 1, connection: connection), name: "HDMI-A-1",
            card: "/dev/dri/card0", driver: "test", connector: 7, status: .connected, role: .external,
            kind: .display, identity: nil, edid: [], physicalSize: nil, availableModes: modes, currentMode: nil,
            layout: nil, mirrorSource: nil,
            dark: nil, isStale: false)
    }

    /// Makes a screen for tests of driven screens.
    static func make(
        _ name: String, status: ConnectionStatus = .connected, role: ScreenRole = .external,
        isTelevisionOutput: Bool = false
    ) -> Screen {
        Screen(
            id: ScreenID(
                card: "/dev/dri/card0",
                connector: ConnectorID(rawValue: UInt32(name.utf8.reduce(0) { $0 * 7 + Int($1) } & 0xFFFF)),
                session: 1, connection: 1),
            name: name, card: "/dev/dri/card0", driver: "test", connector: 7, status: status, role: role,
            kind: .display,
            identity: nil, edid: [], physicalSize: nil, availableModes: [.make(0, 640, 480, 60)], currentMode: nil,
            layout: nil, mirrorSource: nil, dark: nil, isStale: false, isTelevisionOutput: isTelevisionOutput)
    }
}

extension DisplayRecord {
    /// Changes some settings.
    mutating func change(_ body: (inout ScreenSettings) -> Void) {
        var settings = settings
        body(&settings)
        configure(settings)
    }
}
