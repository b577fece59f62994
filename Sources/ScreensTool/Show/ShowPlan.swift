import ProgramKit
import Screens

/// The settings of one run of `screens show`.
struct ShowPlan: Sendable {
    /// The screens that the user named; those of spans are others.
    var names: [String] = []
    var spans: [VideoWall] = []
    var mode = ModePolicy.preferred
    var picture = PictureChoice.pattern(.card, background: .black)
    var redraws = false
    var frameInterval = 1
    var orientation: Orientation?
    var overscan: Overscan?
    var format = PixelFormat.xrgb8888
    /// The screen that the others mirror.
    var mirrorSource: String?
    var schedule = FrameSchedule.earliest
    var buffers = 2
    var drawingMemory = DrawingMemory.automatic
    var variableRefresh = false
    var sending = SendingWishes()
    var frames: Int?
    var duration: Duration?
    var waits = true
    var simulation: SimulationSpec?
    var snapshot: SnapshotFile?
    var printsStatistics = false

    /// Whether it may simulate a screen without `--simulate`.
    var maySimulate: Bool { simulation == nil && waits && targets.isEmpty && StandardOutput.isTerminal }

    /// The overscan of the layout: not compensated for a picture whose edges have to be visible, but with its values.
    private var compensatedOverscan: Overscan? {
        guard picture.isCalibration else { return overscan }
        var overscan = overscan ?? .none
        overscan.compensation = .none
        return overscan
    }

    /// The screens that are named in any way; none for all external ones.
    var targets: [String] {
        let spanned = spans.flatMap { $0.rows.flatMap(\.self) }
        return names.filter { !spanned.contains($0) } + spanned
    }

    func settings(for cards: CardSelection) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.cards = cards
        // What is mirrored has to be shown itself.
        settings.selection = targets.isEmpty ? .external : .named(targets + [mirrorSource].compactMap(\.self))
        settings.mode = mode
        settings.frameInterval = frameInterval
        settings.orientation = orientation
        settings.overscan = compensatedOverscan
        settings.format = format
        settings.mirrorSource = mirrorSource
        settings.spans = spans
        settings.schedule = schedule
        settings.bufferCount = buffers
        settings.drawingMemory = drawingMemory
        settings.variableRefresh = variableRefresh
        sending.apply(to: &settings)
        return settings
    }
}

/// How pictures are sent to their screens: the properties of the connectors, and corrections of colour.
struct SendingWishes: Sendable, Hashable {
    var properties: [String: String] = [:]
    var gamma = 1.0
    var colorTemperature = 6500
    /// 0 to 1.
    var dimming = 0.0

    func apply(to settings: inout VideoKit.Settings) {
        settings.properties = properties
        settings.gamma = gamma
        settings.colorTemperature = colorTemperature
        settings.dimming = dimming
    }
}

/// Where the pictures of `--snapshot` go.
struct SnapshotFile: Sendable, Hashable {
    /// As the user gave it; `-` is standard output.
    let path: String

    var isStandardOutput: Bool { path == "-" }

    /// The path for a screen: the user's own for the only one, else with `-NAME` before the extension.
    func path(for screen: String, isOnly: Bool) -> String {
        guard !isOnly else { return path }
        let name = String(screen.map { $0 == "/" ? "-" : $0 })
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // A dot that begins the file's name begins no extension.
        if let dot = path[start...].lastIndex(of: "."), dot > start {
            return "\(path[..<dot])-\(name)\(path[dot...])"
        }
        return "\(path)-\(name)"
    }
}
