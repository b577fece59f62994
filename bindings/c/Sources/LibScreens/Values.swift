import CScreens
import Screens

// Conversions between values of the library and structs of screens.h.

extension screens_event {
    init(_ record: EventRecord, screen: UInt64) {
        self.init()
        size = MemoryLayout<Self>.stride
        sequence = record.sequence
        time = record.time.nanoseconds
        self.screen = screen
        let kind: Int
        switch record.event {
        case .snapshot: kind = SCREENS_EVENT_SNAPSHOT
        case .connected: kind = SCREENS_EVENT_CONNECTED
        case .disconnected: kind = SCREENS_EVENT_DISCONNECTED
        case .changed(_, let changes):
            kind = SCREENS_EVENT_CHANGED
            let text = changes.map(\.rawValue).sorted().joined(separator: ",")
            withUnsafeMutableBytes(of: &self.changes) { FixedText.store(text, in: $0) }
        case .warning: kind = SCREENS_EVENT_WARNING
        case .cards: kind = SCREENS_EVENT_CARDS
        }
        self.kind = Int32(kind)
        withUnsafeMutableBytes(of: &message) { FixedText.store(record.event.message ?? "", in: $0) }
        withUnsafeMutableBytes(of: &name) { FixedText.store(record.event.screen?.name ?? "", in: $0) }
    }
}

extension screens_rate {
    init(_ rate: RefreshRate) {
        let reduced = rate.reduced
        self.init(numerator: reduced.numerator, denominator: reduced.denominator)
    }
}

extension screens_screen {
    init(_ screen: Screen, id: UInt64) {
        self.init()
        size = MemoryLayout<Self>.stride
        self.id = id
        width_mm = Int32(clamping: screen.physicalSize?.width ?? 0)
        height_mm = Int32(clamping: screen.physicalSize?.height ?? 0)
        is_internal = screen.role == .internal ? 1 : 0
        width = Int32(clamping: screen.currentMode?.width ?? 0)
        height = Int32(clamping: screen.currentMode?.height ?? 0)
        millihertz = Int32(clamping: screen.currentMode?.refreshMillihertz ?? 0)
        if let mode = screen.currentMode { refresh_rate = screens_rate(mode.refreshRate) }
        withUnsafeMutableBytes(of: &name) { FixedText.store(screen.name, in: $0) }
        withUnsafeMutableBytes(of: &card) { FixedText.store(screen.card, in: $0) }
        withUnsafeMutableBytes(of: &driver) { FixedText.store(screen.driver, in: $0) }
        withUnsafeMutableBytes(of: &make) { FixedText.store(screen.identity?.make ?? "", in: $0) }
        withUnsafeMutableBytes(of: &model) { FixedText.store(screen.identity?.model ?? "", in: $0) }
        withUnsafeMutableBytes(of: &serial) { FixedText.store(screen.identity?.serial ?? "", in: $0) }
        withUnsafeMutableBytes(of: &dark) { FixedText.store(screen.dark?.reason.rawValue ?? "", in: $0) }
        withUnsafeMutableBytes(of: &dark_message) { FixedText.store(screen.dark?.message ?? "", in: $0) }
    }
}

extension screens_mode {
    init(_ mode: ScreenMode, name: String, isCurrent: Bool) {
        self.init()
        size = MemoryLayout<Self>.stride
        id = Int32(clamping: mode.id)
        width = Int32(clamping: mode.width)
        height = Int32(clamping: mode.height)
        millihertz = Int32(clamping: mode.refreshMillihertz)
        is_interlaced = mode.isInterlaced ? 1 : 0
        is_preferred = mode.isPreferred ? 1 : 0
        is_current = isCurrent ? 1 : 0
        refresh_rate = screens_rate(mode.refreshRate)
        withUnsafeMutableBytes(of: &self.name) { FixedText.store(name, in: $0) }
    }
}

extension screens_statistics {
    init(_ statistics: ScreenStatistics) {
        self.init()
        size = MemoryLayout<Self>.stride
        presented = statistics.presented
        missed_drawing = statistics.missedFrames.delegateLate
        missed_kernel = statistics.missedFrames.kernelLate
        missed_paused = statistics.missedFrames.paused
        stalls = statistics.stalls
        modesets = statistics.modesets
        drawing_p50 = statistics.rendering.p50.inNanoseconds
        drawing_p99 = statistics.rendering.p99.inNanoseconds
        drawing_max = statistics.rendering.max.inNanoseconds
    }
}

extension screens_settings {
    /// - Throws: ``ScreenError`` if a text is longer than its member.
    init(_ settings: ScreenSettings, mode: String) throws(ScreenError) {
        self.init()
        size = MemoryLayout<Self>.stride
        is_off = settings.isOn ? 0 : 1
        if let orientation = settings.orientation {
            rotation = orientation.clockwiseQuarters == 0 ? 360 : Int32(90 * orientation.clockwiseQuarters)
            is_reflected = orientation.isReflected ? 1 : 0
        }
        frame_interval = Int32(clamping: settings.frameInterval ?? 0)
        color_temperature = Int32(clamping: settings.colorTemperature ?? 0)
        gamma = settings.gamma ?? 0
        dimming = settings.dimming ?? 0
        driven = settings.isDriven.map { $0 ? 1 : -1 } ?? 0
        try withUnsafeMutableBytes(of: &self.mode) { (bytes) throws(ScreenError) in
            try FixedText.storeAll(mode, in: bytes, "mode")
        }
        try withUnsafeMutableBytes(of: &overscan) { (bytes) throws(ScreenError) in
            try FixedText.storeAll(settings.overscan?.text ?? "", in: bytes, "overscan")
        }
        try withUnsafeMutableBytes(of: &mirror) { (bytes) throws(ScreenError) in
            try FixedText.storeAll(settings.mirrorSource ?? "", in: bytes, "mirror")
        }
    }
}

extension ScreenSettings {
    /// Takes the settings of a program; settings that screens.h lacks stay as they are.
    mutating func take(_ settings: screens_settings, _ modes: ModeNames) throws(ScreenError) {
        let text = try withUnsafeBytes(of: settings.mode) { (bytes) throws(ScreenError) in
            try FixedText.text(bytes, "mode")
        }
        let overscan = try withUnsafeBytes(of: settings.overscan) { (bytes) throws(ScreenError) in
            try FixedText.text(bytes, "overscan")
        }
        let mirror = try withUnsafeBytes(of: settings.mirror) { (bytes) throws(ScreenError) in
            try FixedText.text(bytes, "mirror")
        }
        mode = try modes.policy(text)
        isOn = settings.is_off == 0
        isDriven = settings.driven == 0 ? nil : settings.driven > 0
        orientation = try Self.orientation(settings)
        self.overscan = try Self.overscan(overscan)
        frameInterval = settings.frame_interval == 0 ? nil : Int(settings.frame_interval)
        colorTemperature = settings.color_temperature == 0 ? nil : Int(settings.color_temperature)
        gamma = settings.gamma == 0 ? nil : settings.gamma
        dimming = settings.dimming == 0 ? nil : settings.dimming
        mirrorSource = mirror.isEmpty ? nil : mirror
    }

    private static func orientation(_ settings: screens_settings) throws(ScreenError) -> Orientation? {
        guard [0, 90, 180, 270, 360].contains(settings.rotation) else {
            throw ScreenError(
                .invalidArgument, operation: "rotate by", object: "\(settings.rotation) degrees",
                remedy: "90, 180, 270, 360 for upright, or 0 for the way in which the panel is mounted")
        }
        guard settings.rotation != 0 || settings.is_reflected != 0 else { return nil }
        return Orientation(
            clockwiseQuarters: Int(settings.rotation) / 90, isReflected: settings.is_reflected != 0)
    }

    private static func overscan(_ text: String) throws(ScreenError) -> Overscan? {
        guard !text.isEmpty else { return nil }
        guard let overscan = Overscan(text) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "the overscan '\(text)'",
                remedy:
                    "write pixels, or a percentage of at most 50, once or as TOP,RIGHT,BOTTOM,LEFT: 2.5% or 10,20,10,20"
            )
        }
        return overscan
    }
}

extension Overscan {
    /// The text that is parsed as the same insets.
    fileprivate var text: String { [top, right, bottom, left].map(\.text).joined(separator: ",") }
}

extension Overscan.Inset {
    fileprivate var text: String {
        switch self {
        case .pixels(let pixels): "\(pixels)"
        case .hundredths(let hundredths): "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)%"
        }
    }
}
