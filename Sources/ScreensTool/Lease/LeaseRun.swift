import Glibc
import Screens
import ScreensLending
import ScreensLinux
import ScreensManager
import ScreensReports

/// One run of `screens lease` on a card that this process is the master of.
actor LeaseRun {
    private let name: String
    private let program: LeasedProgram
    private let kit: VideoKit
    private var terminal: VirtualTerminal?

    /// - Parameter name: of the screen.
    init(_ name: String, _ program: LeasedProgram) throws(Failure) {
        self.name = name
        self.program = program
        var settings = VideoKit.Settings()
        settings.selection = .named([name])
        do {
            // Black, until the program shows something.
            kit = try VideoKit(settings: settings) { $0.nextUpdate = .whenNeeded }
        } catch {
            throw Failure(error)
        }
    }

    /// Runs the program on the screen, and shows again what was there.
    ///
    /// - Returns: its exit status.
    func run() async throws(Failure) -> ExitStatus {
        // Without becoming master, where it fails anyway.
        try program.checkFile()
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
        // Last, as the console draws from then on.
        await terminal?.giveBack()
    }

    private func lend(_ signals: LeaseSignals) async throws(Failure) -> ExitStatus {
        if let interruption = signals.interruption { return interruption }
        if let obstacle = obstacle(kit.cards, kit.connectors) { throw obstacle.failure }
        let screen = try ScreenName.resolve(name, among: kit.connectors, cards: kit.cards)
        let lease: ScreenLease
        let descriptor: Int32
        // Taken before, to have every change.
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

    /// The obstacle to lending the screen now. One that is unused is about to be lit.
    private func obstacle(_ cards: [Card], _ connectors: [Screen]) -> Obstacle? {
        ShowReadiness(
            cards: cards, connectors: connectors, names: [name], daemonCards: DaemonConnection.heldCards
        ).blocking
    }
}
