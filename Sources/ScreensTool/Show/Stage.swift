import Screens
import ScreensContents
import ScreensLinux
import ScreensManager

/// The screens on which the picture is shown: the machine's, or simulated ones.
struct Stage: Sendable {
    let kit: VideoKit
    private let names: [String]
    private let needsAll: Bool
    private let simulation: [SimulatedCard]?
    private let isLent: Bool
    private let preview: TerminalPreview?

    /// - Parameter simulation: cards in place of the machine's.
    init(_ plan: ShowPlan, simulation: [SimulatedCard]? = nil, delegate: ContentDelegate) throws(Failure) {
        names = plan.targets
        needsAll = plan.needsAll
        self.simulation = simulation
        isLent = plan.lent != nil
        preview =
            simulation == nil || !plan.showsPreview
            ? nil : TerminalAbility.own.map { TerminalPreview($0, hint: plan.endHint) }
        do {
            let cards: CardSelection =
                if let simulation {
                    .simulated(simulation)
                } else if let lent = plan.lent {
                    .opened(try OpenedCard(descriptor: lent.descriptor))
                } else {
                    .system
                }
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

    var readiness: ShowReadiness {
        ShowReadiness(
            cards: kit.cards, connectors: kit.connectors, names: names, needsAll: needsAll,
            daemonCards: simulation == nil && !isLent ? CommandClient.heldCards : { [] })
    }

    /// Returns the picture on a screen once the last frame is shown. If the drawing has ended, no frame follows.
    func picture(on screen: Screen) async throws(Failure) -> Picture {
        do throws(ScreenError) {
            let first = try await kit.capture(screen.id)
            return first.isSteady ? first.picture : try await kit.capture(screen.id).picture
        } catch {
            throw Failure(error)
        }
    }

    /// Returns the number of new frames that a screen has shown.
    func presented(_ screen: Screen) -> Int {
        kit.statistics().first { $0.screen == screen.id }.map { Int($0.presented) } ?? 0
    }

    /// Shows simulated screens in the terminal, until the task is cancelled.
    func showPreview() async {
        guard let simulation, let preview else { return }
        var continues = true
        while continues {
            // After a cancellation the last picture is still shown.
            continues = !Task.isCancelled
            let pictures = kit.screens.compactMap { screen in
                simulation.lazy.compactMap { $0.picture(of: screen) }.first
            }
            guard preview.show(pictures) else { return }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
