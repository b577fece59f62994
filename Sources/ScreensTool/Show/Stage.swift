import ProgramKit
import Screens

/// Some screens that the picture is shown on: those of the machine, or simulated ones.
struct Stage: Sendable {
    let kit: VideoKit
    private let names: [String]
    private let simulation: SimulatedCard?

    /// - Parameter simulation: what stands in for the machine's cards.
    init(_ plan: ShowPlan, simulation: SimulatedCard? = nil, delegate: PatternDelegate) throws(Failure) {
        names = plan.targets
        self.simulation = simulation
        let cards = simulation.map { CardSelection.simulated($0) } ?? .system
        do {
            kit = try VideoKit(delegate: delegate, settings: plan.settings(for: cards))
        } catch {
            throw Failure(error)
        }
    }

    func start() async throws(Failure) {
        do {
            try await kit.start()
        } catch {
            throw Failure(error)
        }
    }

    var readiness: Readiness { Readiness(cards: kit.cards, connectors: kit.connectors, names: names) }

    /// How often each of its screens has shown a new frame.
    func presented(_ screen: Screen) -> Int {
        kit.statistics().first { $0.name == screen.name }.map { Int($0.presented) } ?? 0
    }

    /// Shows small in the terminal what is on simulated screens, until the task is cancelled.
    func preview() async {
        guard let simulation, StandardOutput.isTerminal else { return }
        let preview = TerminalPreview()
        var goesOn = true
        while goesOn {
            // Cancelled, it shows the last picture too.
            goesOn = !Task.isCancelled
            let pictures = kit.screens.compactMap { simulation.picture(of: $0.name) }
            guard preview.show(pictures) else { return }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
