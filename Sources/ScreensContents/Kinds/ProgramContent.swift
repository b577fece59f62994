import Screens
import ScreensConfiguration
import ScreensLinux

/// Leaves the screen to the program that is its content, which a client runs on a lease. Until then a substitute is shown.
@MainLoop
final class ProgramContent: Content {
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

    /// The end of a time.
    private enum Deadline {
        case failure(reason: String)
        case shown
    }

    private let unit: String
    private let output: ContentOutput
    private var deadline: (time: MonotonicTime, end: Deadline)?
    /// Nil before the first update.
    private var phase: Phase?
    /// The name of the program that had the screen last.
    private var former: String?
    /// Since when no picture of a program is there; a program that ends before it has shown one changes nothing about that.
    private var lackBegan: MonotonicTime?
    /// Whether something was missing for too long, until a picture has been there for some time: that of a program that ends at once
    /// is not shown.
    private var hasFailed = false

    init(on output: ContentOutput, _ sources: ContentSources) {
        unit = sources.contentUnit
        self.output = output
    }

    var nextChange: MonotonicTime? { deadline?.time }

    func update(_ circumstances: Circumstances) {
        // Not the picture of the content before, which could pass for that of the program.
        if phase == nil {
            output.show(ColorContent(.black))
            output.report(.shown)
        }
        let phase: Phase =
            switch circumstances.use {
            case .drawn: .drawn
            case .leased(let lessee, let isContent): .blank(lessee, isContent: isContent)
            case .free: circumstances.isOff ? .off : .missing
            }
        if phase != self.phase {
            self.phase = phase
            deadline = nil
            begin(phase, at: circumstances.now)
        } else if let deadline, circumstances.now >= deadline.time {
            self.deadline = nil
            end(deadline.end)
        }
    }

    private func begin(_ phase: Phase, at now: MonotonicTime) {
        switch phase {
        case .off:
            lackBegan = nil
            if !hasFailed { output.report(.shown) }
        case .drawn:
            lackBegan = nil
            if hasFailed { deadline = (now.advanced(by: Self.timeout), .shown) } else { isShown() }
        case .blank(let lessee, let isContent):
            // Another program may have been given the screen by hand.
            if isContent { former = lessee.name }
            lacks(
                "waits for a picture of \(lessee.name)", until: now.advanced(by: Self.pictureTimeout),
                "\(lessee.name) has the screen and shows no picture")
        case .missing:
            let began = lackBegan ?? now
            lackBegan = began
            let left = hasFailed ? Self.timeout : max(.zero, Self.timeout - began.duration(to: now))
            lacks(
                former.map { "\($0) has ended, and waits to be started by \(unit)" } ?? "waits for \(unit)",
                until: now.advanced(by: left),
                former.map { "\($0) has ended without a picture, or does not return" }
                    ?? "no program shows its content")
        }
    }

    /// Waits for what is missing. After a failure it is one at once, whatever was missing before.
    private func lacks(_ waiting: String, until time: MonotonicTime, _ reason: String) {
        output.report(
            hasFailed ? .failed(ContentProblem(path: nil, reason: reason)) : .waitingForProgram(waiting))
        deadline = (time, .failure(reason: reason))
    }

    private func end(_ deadline: Deadline) {
        switch deadline {
        case .shown: isShown()
        case .failure(let reason):
            hasFailed = true
            output.say(.warning("\(output.screen): \(reason); `systemctl status \(unit)` says why"))
            output.report(.failed(ContentProblem(path: nil, reason: reason)))
        }
    }

    /// The program's picture is there, and has been for some time after a failure.
    private func isShown() {
        hasFailed = false
        output.report(.shown)
    }
}

extension ProgramForm: ShownForm {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        ProgramContent(on: output, sources)
    }
}
