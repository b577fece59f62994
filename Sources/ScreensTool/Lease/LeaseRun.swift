import Glibc
import Screens
import ScreensLending
import ScreensLinux
import ScreensManager
import ScreensReports

/// One run of `screens lease` on a card whose master is this process.
actor LeaseRun {
    private let name: String
    private let program: LeasedProgram
    private let kit: VideoKit
    private var terminal: VirtualTerminal?

    /// - Parameter name: the name of the screen.
    init(_ name: String, _ program: LeasedProgram) throws(Failure) {
        self.name = name
        self.program = program
        var settings = VideoKit.Settings()
        settings.selection = .named([name])
        do {
            // The screen is black until the program shows something.
            kit = try VideoKit(settings: settings) { $0.nextUpdate = .whenNeeded }
        } catch {
            throw Failure(error)
        }
    }

    /// Runs the program on the screen, and restores what was shown before.
    ///
    /// - Returns: the exit status of the program.
    func run() async throws(Failure) -> ExitStatus {
        // A program that cannot be run fails before this process becomes master.
        try program.check()
        let inspection = try await Inspection.take()
        if let obstacle = obstacle(inspection.cards, inspection.connectors) { throw obstacle.failure }
        let signals = LeaseSignals(.ofProcess)
        do throws(Failure) {
            try await begin()
            let status = try await lend(signals)
            await end()
            return signals.interruption ?? status
        } catch {
            await end()
            throw error
        }
    }

    private func begin() async throws(Failure) {
        do throws(ScreenError) {
            try CrashRestoration.install()
            try await kit.start()
            terminal = try await VirtualTerminal.take(
                onRelease: { [kit] in await kit.pause() }, onAcquire: { [kit] in await kit.resume() })
        } catch {
            throw Failure(error)
        }
    }

    private func end() async {
        await kit.stop()
        // The terminal comes last, because the console draws from then on.
        await terminal?.giveBack()
    }

    private func lend(_ signals: LeaseSignals) async throws(Failure) -> ExitStatus {
        if let interruption = signals.interruption { return interruption }
        if let obstacle = obstacle(kit.cards, kit.connectors) { throw obstacle.failure }
        let screen = try ScreenName.resolve(name, among: kit.connectors, cards: kit.cards)
        let lease: ScreenLease
        let descriptor: Int32
        // The events begin before the lease, so that no change is missed.
        let events = kit.events
        do throws(ScreenError) {
            lease = try await kit.lease(screen.id, to: Lessee(name: program.name, processID: getpid()))
            descriptor = try lease.makeDescriptor()
        } catch {
            throw Failure(error)
        }
        defer { close(descriptor) }
        let status = try await program.run(with: descriptor, signals) { [kit] in
            for await _ in events where !Self.isLent(screen, among: kit.connectors) { return }
        }
        await lease.end()
        return status
    }

    private static func isLent(_ screen: Screen, among connectors: [Screen]) -> Bool {
        connectors.contains { $0.qualifiedName == screen.qualifiedName && $0.lessee != nil }
    }

    /// Returns the obstacle to lending the screen now. An unused screen is about to be lit.
    private func obstacle(_ cards: [Card], _ connectors: [Screen]) -> Obstacle? {
        ShowReadiness(
            cards: cards, connectors: connectors, names: [name], daemonCards: CommandClient.heldCards
        ).blocking
    }
}
