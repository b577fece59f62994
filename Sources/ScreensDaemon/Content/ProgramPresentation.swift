import Screens
import ScreensProgramKit

/// Leaves the screen to the program that is its content, which a client runs on a lease. Until then a substitute is shown.
@MainLoop
final class ProgramPresentation: Presentation {
    /// From the moment at which no program has the screen, until that is a failure: a start or a restart takes some seconds. After a
    /// failure, the time for which a program has to have the screen.
    private static let timeout = Duration.seconds(10)

    /// Whether a program has the screen, as far as one is to.
    private enum Phase {
        /// None is to run.
        case off
        case missing
        case leased
    }

    private let unit: String
    private let hasFallback: Bool
    private let output: ScreenOutput
    private var timer: LoopTimer?
    /// Nil before the first pass.
    private var phase: Phase?
    /// The failure of the program, until one has had the screen for some time: one that ends at once is not shown.
    private var failure: ContentProblem?

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
        let phase: Phase = isLeased ? .leased : isOff ? .off : .missing
        guard phase != self.phase else { return }
        self.phase = phase
        timer = nil
        switch phase {
        case .off: if failure == nil { output.report(.shown) }
        case .leased:
            guard failure == nil else { return wait { $0.recover() } }
            // In place of words, for the moment at which the program ends.
            if !hasFallback { showNothing() }
            output.report(.shown)
        case .missing:
            guard failure == nil else { return }
            output.report(.waitingForProgram("waits for \(unit)"))
            wait { $0.fail() }
        }
    }

    func screenHasSize(_ size: Size) {}

    func end() {
        timer = nil
    }

    private func wait(_ body: @escaping @MainLoop (ProgramPresentation) -> Void) {
        timer = LoopTimer(after: Self.timeout) { [weak self] in
            guard let self else { return }
            timer = nil
            body(self)
        }
    }

    private func fail() {
        let problem = ContentProblem(
            path: nil, reason: "no program shows its content: `systemctl status \(unit)` says why")
        failure = problem
        output.log.warning("\(output.name): \(problem.message)", about: output.name)
        output.report(.failed(problem, keepsPicture: false))
    }

    /// The program has had the screen for some time.
    private func recover() {
        failure = nil
        if !hasFallback { showNothing() }
        output.report(.shown)
    }
}

extension Screen {
    /// The service that runs the program of its content, by the name of the connector, or with the card's where several have that
    /// name; as in `/sys/class/drm`, since a slash has another meaning in the name of a unit.
    func contentUnit(among screens: [Screen]) -> String {
        let isUnique = screens.count { $0.name == name } < 2
        return "screens-content@\(isUnique ? name : String(qualifiedName.map { $0 == "/" ? "-" : $0 })).service"
    }
}
