import Screens
import ScreensConfiguration
import ScreensLinux

/// Leaves the screen to the program that is its content, which a client runs on a lease. A substitute is shown until
/// then.
@MainLoop
final class ProgramContent: Content {
    private let unit: String
    private let output: ContentOutput
    private var presence: ProgramPresence
    private var hasBegun = false

    init(on output: ContentOutput, _ sources: ContentSources) {
        unit = sources.contentUnit
        presence = ProgramPresence(unit: unit)
        self.output = output
    }

    var nextChange: MonotonicTime? { presence.nextChange }

    func update(_ circumstances: Circumstances) {
        if !hasBegun {
            hasBegun = true
            // The picture of the former content could pass for the picture of the program.
            output.show(ColorContent(.black))
            output.report(.shown)
        }
        let use: ProgramPresence.Use =
            switch circumstances.use {
            case .drawn: .drawn
            case .leased(let lessee, let isContent): .blank(lessee, isContent: isContent)
            case .free: circumstances.isOff ? .off : .missing
            }
        if let state = presence.take(use, at: circumstances.now) {
            report(state)
        } else if let state = presence.timeCame(at: circumstances.now) {
            if case .failed(let reason) = state {
                output.say(.warning("\(output.screen): \(reason); `systemctl status \(unit)` says why"))
            }
            report(state)
        }
    }

    private func report(_ state: ProgramPresence.State) {
        switch state {
        case .shown: output.report(.shown)
        case .waiting(let message): output.report(.waitingForProgram(message))
        case .failed(let reason): output.report(.failed(ContentProblem(path: nil, reason: reason)))
        }
    }
}

extension ProgramKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        ProgramContent(on: output, sources)
    }
}
