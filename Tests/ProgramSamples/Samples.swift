import ScreensEDID
import ScreensKMS

@testable import Screens

extension ScreenMode {
    /// Returns a mode with a whole or fractional refresh rate.
    static func sample(
        _ id: Int, _ width: Int, _ height: Int, millihertz: Int = 60000, preferred: Bool = false, aspect: UInt32 = 0
    ) -> ScreenMode {
        let htotal = (width + 119) / 40 * 40
        let vtotal = (height + 49) / 25 * 25
        var timings = ModeTimings(
            clock: UInt32((htotal * vtotal * millihertz + 500_000) / 1_000_000), hdisplay: UInt16(width),
            hsyncStart: UInt16(width + 40), hsyncEnd: UInt16(width + 80), htotal: UInt16(htotal),
            vdisplay: UInt16(height), vsyncStart: UInt16(height + 5), vsyncEnd: UInt16(height + 10),
            vtotal: UInt16(vtotal), vrefresh: UInt32(millihertz / 1000), name: "\(width)x\(height)")
        if preferred { timings.markPreferred() }
        timings.flags |= aspect << 19
        return ScreenMode(id: id, timings: timings)
    }
}

extension Screen {
    /// Returns a screen as a probe finds it.
    static func sample(
        _ name: String, card: String = "/dev/dri/card1", connector: UInt32 = 42, connection: UInt64 = 1,
        status: ConnectionStatus = .connected, role: ScreenRole = .external, kind: ScreenKind = .display,
        identity: ScreenIdentity? = nil, edid: [UInt8] = [], physicalSize: Size? = nil, modes: [ScreenMode] = [],
        current: ScreenMode? = nil, dark: DarkState? = nil,
        isStale: Bool = false, isTelevisionOutput: Bool = false
    ) -> Screen {
        Screen(
            id: ScreenID(card: card, connector: .init(rawValue: connector), session: 1, connection: connection),
            name: name, card: card,
            driver: "i915", connector: .init(rawValue: connector), status: status, role: role, kind: kind,
            identity: identity,
            edid: edid,
            physicalSize: physicalSize, availableModes: modes, currentMode: current, layout: nil, mirrorSource: nil,
            dark: dark,
            isStale: isStale, isTelevisionOutput: isTelevisionOutput)
    }

    /// Returns a connector without a display.
    static func empty(_ name: String, card: String = "/dev/dri/card1") -> Screen {
        sample(
            name, card: card, status: .disconnected,
            dark: DarkState(.disconnected, message: "no display is plugged in"))
    }

    /// Returns a screen that shows something.
    static func lit(
        _ name: String, card: String = "/dev/dri/card1", role: ScreenRole = .external, connection: UInt64 = 1
    ) -> Screen {
        let mode = ScreenMode.sample(0, 1920, 1080, preferred: true)
        return sample(name, card: card, connection: connection, role: role, modes: [mode], current: mode)
    }

    /// Returns a connected screen that shows nothing.
    static func dark(_ name: String, card: String = "/dev/dri/card1", _ state: DarkState) -> Screen {
        sample(name, card: card, modes: [.sample(0, 1920, 1080)], dark: state)
    }
}

extension Card {
    static func sample(_ path: String = "/dev/dri/card1", _ problem: ScreenError? = nil) -> Card {
        Card(path: path, driver: problem == nil ? "i915" : nil, problem: problem, master: nil)
    }

    static func denied(_ path: String = "/dev/dri/card1") -> Card {
        sample(
            path,
            ScreenError(.permissionDenied, operation: "open", object: path, errno: 13, remedy: "join the group video"))
    }

    static func broken(_ path: String = "/dev/dri/card1") -> Card {
        sample(path, ScreenError(.system, operation: "open", object: path, errno: 12))
    }

    static func busy(_ path: String = "/dev/dri/card1") -> Card {
        sample(path, ScreenError(.busy, operation: "become master of", object: path, errno: 16))
    }
}

extension ScreenIdentity {
    static func sample(make: String? = "DEL", vendor: String? = "Dell Inc.", model: String? = "U2410") -> ScreenIdentity
    {
        let display = DisplayIdentity(make: make, productCode: 0xA0B1, model: model, serial: "F525", year: 2010)
        return ScreenIdentity(display, vendor: vendor)
    }
}
