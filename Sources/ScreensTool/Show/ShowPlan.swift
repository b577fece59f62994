import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// The settings of one run of `screens show`.
struct ShowPlan: Sendable {
    /// How the screens are driven. The cards and the selection come from the rest of the plan.
    var settings = VideoKit.Settings()
    /// The screens that the user named; those of walls are others.
    var names: [String] = []
    /// Whether each of ``names`` has to be shown on, and not only one.
    var needsAll = true
    var picture = PictureChoice.pattern(.card, background: .black)
    var redraws = false
    var frames: Int?
    var duration: Duration?
    var waits = true
    var simulation: SimulationSpec?
    /// The screen that the daemon lends, in place of this machine's cards.
    var lent: LentScreen?
    var snapshot: SnapshotFile?
    /// Whether the snapshot is the picture as it is drawn, in place of the one on the screen.
    var takesCanvas = false
    var printsStatistics = false
    /// Whether the overscan pattern is to give a line of a configuration, with its keys explained in the terminal.
    var givesSetting = false

    /// Whether simulated screens are drawn in the terminal, where standard output is one: it has no room for a document besides.
    var showsPreview: Bool { StandardOutput.isTerminal && !printsStatistics }

    /// How to end it, for the line below the preview.
    var endHint: String { picture.isCalibration ? "Enter or q ends it." : "Ctrl-C ends it." }

    /// Fails for a terminal that shows no pictures, where a simulated screen would be seen nowhere.
    ///
    /// - Parameter ability: that of the terminal.
    func checkPreview(_ ability: TerminalAbility?) throws(Failure) {
        guard ability == nil, showsPreview, snapshot == nil else { return }
        throw Failure(
            .usage,
            "this terminal cannot show the simulated screen (TERM is dumb or not set): --snapshot writes its picture to a "
                + "file, and --stats prints its counters")
    }

    /// Whether it may simulate a screen without `--simulate`.
    var maySimulate: Bool { simulation == nil && lent == nil && waits && targets.isEmpty && StandardOutput.isTerminal }

    /// The screens that are named in any way; none for all external ones.
    var targets: [String] {
        let wallNames = settings.walls.flatMap { $0.rows.flatMap(\.self) }
        return names.filter { !wallNames.contains($0) } + wallNames
    }

    func settings(for cards: CardSelection) -> VideoKit.Settings {
        var settings = settings
        settings.cards = cards
        // The source of a mirror has to be shown itself.
        settings.selection = targets.isEmpty ? .external : .named(targets + [settings.mirrorSource].compactMap(\.self))
        if picture.isCalibration {
            // The edges have to be visible: the layout has the values, and does not compensate them.
            var overscan = settings.overscan ?? .none
            overscan.compensation = .none
            settings.overscan = overscan
        }
        return settings
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
