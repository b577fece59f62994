import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// The settings of one run of `screens show`.
struct ShowPlan: Sendable {
    /// The settings that drive the screens. The cards and the selection come from the rest of the plan.
    var settings = VideoKit.Settings()
    /// The screens that the user named, except the screens of walls.
    var names: [String] = []
    /// Whether every screen in ``names`` must be lit, and not only one.
    var needsAll = true
    var picture: PictureChoice
    var redraws = false
    var frames: Int?
    var duration: Duration?
    var waits = true
    var simulation: SimulationSpec?
    /// The screen that the daemon lends, in place of this machine's cards.
    var lent: LentScreen?
    var snapshot: SnapshotFile?
    /// Whether the snapshot is the picture as it was drawn, in place of the picture on the screen.
    var takesCanvas = false
    var printsStatistics = false
    /// Whether the overscan pattern prints a line of a configuration, and explains its keys in the terminal.
    var givesSetting = false

    /// Whether simulated screens are drawn in the terminal, if standard output is a terminal. There is no room for a
    /// document besides.
    var showsPreview: Bool { StandardOutput.isTerminal && !printsStatistics }

    /// The hint below the preview that says how to end it.
    var endHint: String { picture.isCalibration ? "Enter or q ends it." : "Ctrl-C ends it." }

    /// Fails if a simulated screen would be visible nowhere, because the terminal shows no pictures.
    ///
    /// - Parameter ability: the ability of the terminal.
    func checkPreview(_ ability: TerminalAbility?) throws(Failure) {
        guard ability == nil, showsPreview, snapshot == nil else { return }
        throw Failure(
            .usage,
            "this terminal cannot show the simulated screen (TERM is dumb or not set): --snapshot writes its picture "
                + "to a file, and --stats prints its counters")
    }

    /// Whether a screen may be simulated without `--simulate`.
    var maySimulate: Bool { simulation == nil && lent == nil && waits && targets.isEmpty && StandardOutput.isTerminal }

    /// The screens that are named in any way; empty for all external ones.
    var targets: [String] {
        let wallNames = settings.walls.flatMap { $0.rows.flatMap(\.self) }
        return names.filter { !wallNames.contains($0) } + wallNames
    }

    func settings(for cards: CardSelection) -> VideoKit.Settings {
        var settings = settings
        settings.cards = cards
        // The source of a mirror must be lit too.
        settings.selection = targets.isEmpty ? .external : .named(targets + [settings.mirrorSource].compactMap(\.self))
        if picture.isCalibration {
            // The edges must be visible: the layout has the values, but does not compensate them.
            var overscan = settings.overscan ?? .none
            overscan.compensation = .none
            settings.overscan = overscan
        }
        return settings
    }
}

/// The destination of the pictures of `--snapshot`.
struct SnapshotFile: Sendable, Hashable {
    /// The path as the user gave it; `-` is standard output.
    let path: String

    var isStandardOutput: Bool { path == "-" }

    /// Returns the path for a screen: the user's own for a single screen, otherwise with `-NAME` before the extension.
    func path(for screen: String, isOnly: Bool) -> String {
        guard !isOnly else { return path }
        let name = String(screen.map { $0 == "/" ? "-" : $0 })
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // A dot at the beginning of the file's name begins no extension.
        if let dot = path[start...].lastIndex(of: "."), dot > start {
            return "\(path[..<dot])-\(name)\(path[dot...])"
        }
        return "\(path)-\(name)"
    }
}
