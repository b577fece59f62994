import Screens
import ScreensConfiguration
import ScreensLinux

/// Leaves the screen to the program that is its content, which a client runs on a lease. A substitute is shown until
/// then.
@MainLoop
final class ProgramContent: Content {
    /// How long a program may be missing before that is a failure: a start or a restart takes some seconds. After a
    /// failure, also the time for which a picture has to stay.
    private static let timeout = Duration.seconds(10)
    /// How long a program may have the screen without a picture before that is a failure: some programs read much or
    /// wait for a network first.
    private static let pictureTimeout = Duration.seconds(30)

    private enum Phase: Equatable {
        /// No program has to run.
        case off
        /// A program has to run, and no program has the screen.
        case missing
        /// A program has the screen, and has shown no picture so far.
        case blank(Lessee, isContent: Bool)
        case drawn
    }

    /// A point in time that the content waits for.
    private enum Deadline {
        case failure(reason: String)
        case shown
    }

    private let unit: String
    private let output: ContentOutput
    private var deadline: (time: MonotonicTime, end: Deadline)?
    /// The current phase; nil before the first update.
    private var phase: Phase?
    /// The name of the last program that had the screen.
    private var former: String?
    /// The time since which no picture of a program is there. A program that ends before its first picture does not
    /// change it.
    private var lackBegan: MonotonicTime?
    /// Whether something was missing for too long. It stays true until a picture has been there for some time, so that
    /// a program that ends at once is not shown.
    private var hasFailed = false

    init(on output: ContentOutput, _ sources: ContentSources) {
        unit = sources.contentUnit
        self.output = output
    }

    var nextChange: MonotonicTime? { deadline?.time }

    func update(_ circumstances: Circumstances) {
        // The picture of the former content could pass for the picture of the program.
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

    /// Waits for the missing part. After a failure the content fails at once, whatever was missing before.
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

    /// Reports the content as shown: the program's picture is there and, after a failure, has stayed for some time.
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
