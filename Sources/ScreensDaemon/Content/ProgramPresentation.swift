import Screens
import ScreensContents
import ScreensLinux
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
        case blank(Lessee, isContent: Bool)
        case drawn
    }

    private let unit: String
    private let hasFallback: Bool
    private let output: ScreenOutput
    private var timer: LoopTimer?
    /// Nil before the first pass.
    private var phase: Phase?
    /// The name of the program that had the screen last.
    private var former: String?
    /// Since when no picture of a program is there; a program that ends before it has shown one changes nothing about that.
    private var lackBegan: MonotonicTime?
    /// Whether something was missing for too long, until a picture has been there for some time: that of a program that ends at once
    /// is not shown.
    private var hasFailed = false

    /// - Parameter hasFallback: whether another content is shown without the program.
    init(on output: ScreenOutput, hasFallback: Bool) {
        unit = output.contentUnit
        self.output = output
        self.hasFallback = hasFallback
        // Not the picture of the content before, which could pass for that of the program.
        showNothing()
    }

    private func showNothing() {
        output.show(ColorContent(.black))
    }

    func screenIs(off isOff: Bool, used use: ScreenUse) {
        let phase: Phase =
            switch use {
            case .drawn: .drawn
            case .leased(let lessee, let isContent): .blank(lessee, isContent: isContent)
            case .free: isOff ? .off : .missing
            }
        guard phase != self.phase else { return }
        self.phase = phase
        timer = nil
        switch phase {
        case .off:
            lackBegan = nil
            if !hasFailed { output.report(.shown) }
        case .drawn:
            lackBegan = nil
            if hasFailed { wait(Self.timeout) { $0.isShown() } } else { isShown() }
        case .blank(let lessee, let isContent):
            // Another program may have been given the screen by hand.
            if isContent { former = lessee.name }
            lacks(
                "waits for a picture of \(lessee.name)", for: Self.pictureTimeout,
                "\(lessee.name) has the screen and shows no picture")
        case .missing:
            let began = lackBegan ?? .now
            lackBegan = began
            let left = hasFailed ? Self.timeout : max(.zero, Self.timeout - began.duration(to: .now))
            lacks(
                former.map { "\($0) has ended, and waits to be started by \(unit)" } ?? "waits for \(unit)", for: left,
                former.map { "\($0) has ended without a picture, or does not return" }
                    ?? "no program shows its content")
        }
    }

    /// Waits for what is missing. After a failure it is one at once, whatever was missing before.
    private func lacks(_ waiting: String, for time: Duration, _ reason: String) {
        let failed = ContentReport.failed(ContentProblem(path: nil, reason: reason), keepsPicture: false)
        output.report(hasFailed ? failed : .waitingForProgram(waiting))
        wait(time) { presentation in
            presentation.hasFailed = true
            let output = presentation.output
            output.log.warning(
                "\(output.name): \(reason); `systemctl status \(presentation.unit)` says why", about: output.name)
            output.report(failed)
        }
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

    /// The program's picture is there, and has been for some time after a failure.
    private func isShown() {
        hasFailed = false
        // In place of words, for the moment at which the program ends.
        if !hasFallback { showNothing() }
        output.report(.shown)
    }
}

extension Screen {
    /// The service that runs the program of its content, by the name of the connector, or with the card's where several have that
    /// name; as in `/sys/class/drm`, since a slash has another meaning in the name of a unit.
    func contentUnit(among screens: [Screen]) -> String { contentUnits(among: screens)[0] }

    /// All names that this service may have: that with the card's is always one of them.
    func contentUnits(among screens: [Screen]) -> [String] {
        let short = shortName(among: screens)
        return ((short == name ? [name] : []) + [qualifiedName]).map { name in
            "screens-content@\(String(name.map { $0 == "/" ? "-" : $0 })).service"
        }
    }
}
