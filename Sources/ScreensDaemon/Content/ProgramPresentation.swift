import Screens
import ScreensProgramKit

/// Leaves the screen to the program that is its content, which a client runs on a lease. Until then a substitute is shown.
@MainLoop
final class ProgramPresentation: Presentation {
    /// From the moment at which no program has the screen, until that is a failure: a start or a restart takes some seconds.
    private static let timeout = Duration.seconds(10)

    private let unit: String
    private let hasFallback: Bool
    private let output: ScreenOutput
    private var timer: LoopTimer?
    /// Whether the program is missing; nil before the first pass.
    private var isMissing: Bool?

    /// - Parameter hasFallback: whether another content is shown without the program.
    init(on output: ScreenOutput, hasFallback: Bool) {
        unit = output.contentUnit
        self.output = output
        self.hasFallback = hasFallback
        // Not the picture of the content before, which could pass for that of the program.
        showNothing()
    }

    private func showNothing() {
        output.show(StillPainting { _ in SolidPattern(color: .black) })
    }

    func screenIs(off isOff: Bool, leased isLeased: Bool) {
        let isMissing = !isOff && !isLeased
        guard isMissing != self.isMissing else { return }
        self.isMissing = isMissing
        guard isMissing else {
            timer = nil
            // In place of words, for the moment at which the program ends.
            if !hasFallback { showNothing() }
            return output.report(.shown)
        }
        output.report(.waitingForProgram("waits for \(unit)"))
        timer = LoopTimer(after: Self.timeout) { [weak self] in self?.fail() }
    }

    func screenHasSize(_ size: Size) {}

    func end() {
        timer = nil
    }

    private func fail() {
        timer = nil
        let problem = ContentProblem(
            path: nil, message: "no program shows its content: `systemctl status \(unit)` says why")
        output.log.warning("\(output.name): \(problem.message)")
        output.report(.failed(problem, keepsPicture: false))
    }
}

extension Screen {
    /// The service that runs the program of its content, by the name of the connector, or with the card's where several have that
    /// name; as in `/sys/class/drm`, since a slash has another meaning in the name of a unit.
    func contentUnit(among screens: [Screen]) -> String {
        let isUnique = screens.count { $0.name == name } < 2
        return "screens-content@\(isUnique ? name : qualifiedName.replacing("/", with: "-")).service"
    }
}
