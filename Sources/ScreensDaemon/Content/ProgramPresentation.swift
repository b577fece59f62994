import Screens
import ScreensProgramKit

/// Leaves the screen to the program that is its content, which a client runs on a lease. Until then a substitute is shown.
@MainLoop
final class ProgramPresentation: Presentation {
    /// From the moment at which no program has the screen, until that is a failure: a start or a restart takes some seconds. After a
    /// failure, the time for which a picture has to be there.
    private static let timeout = Duration.seconds(10)
    /// From the moment at which a program has the screen, until it is a failure that its picture is not there: some programs read
    /// much, or wait for a network, before they show one.
    private static let pictureTimeout = Duration.seconds(30)

    private enum Phase: Equatable {
        /// No program is to run.
        case off
        /// One is to run, and none has the screen.
        case missing
        /// One has the screen, and has shown no picture so far.
        case blank(Lessee)
        case drawn
    }

    private let unit: String
    private let hasFallback: Bool
    private let output: ScreenOutput
    private var timer: LoopTimer?
    /// Nil before the first pass.
    private var phase: Phase?
    /// The failure of the program, until a picture has been there for some time: that of one that ends at once is not shown.
    private var failure: ContentProblem?
    /// The reason that the log has.
    private var logged: String?

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

    func screenIs(off isOff: Bool, used use: ScreenUse) {
        let phase: Phase =
            switch use {
            case .drawn: .drawn
            case .leased(let lessee): .blank(lessee)
            case .free: isOff ? .off : .missing
            }
        guard phase != self.phase else { return }
        self.phase = phase
        timer = nil
        switch phase {
        case .off: if failure == nil { output.report(.shown) }
        case .drawn:
            guard failure == nil else { return wait(Self.timeout) { $0.isShown() } }
            isShown()
        case .blank(let lessee):
            waits("waits for a picture of \(lessee)")
            let reason = "\(lessee) has the screen and shows no picture: `journalctl -u \(unit)` has its output"
            // The failure of before is over, and has become another one.
            if failure != nil { report(reason) }
            wait(Self.pictureTimeout) { $0.fail(reason) }
        case .missing:
            waits("waits for \(unit)")
            wait(Self.timeout) { presentation in
                presentation.fail("no program shows its content: `systemctl status \(presentation.unit)` says why")
            }
        }
    }

    private func waits(_ message: String) {
        if failure == nil { output.report(.waitingForProgram(message)) }
    }

    func screenHasSize(_ size: Size) {}

    func end() {
        timer = nil
    }

    private func wait(_ time: Duration, _ body: @escaping @MainLoop (ProgramPresentation) -> Void) {
        timer = LoopTimer(after: time) { [weak self] in
            guard let self else { return }
            timer = nil
            body(self)
        }
    }

    private func fail(_ reason: String) {
        guard reason != logged else { return }
        logged = reason
        output.log.warning("\(output.name): \(reason)", about: output.name)
        report(reason)
    }

    private func report(_ reason: String) {
        let problem = ContentProblem(path: nil, reason: reason)
        guard problem != failure else { return }
        failure = problem
        output.report(.failed(problem, keepsPicture: false))
    }

    /// The program's picture is there, and has been for some time after a failure.
    private func isShown() {
        failure = nil
        logged = nil
        // In place of words, for the moment at which the program ends.
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
