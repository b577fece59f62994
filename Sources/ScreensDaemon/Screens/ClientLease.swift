import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// A screen that a client has on a lease, until the client disconnects.
@MainLoop
final class ClientLease: ScreenOccupant {
    /// Why a client does not get a screen.
    enum Refusal: Error {
        /// A client has the screen on a lease, either this one or another.
        case leased(isOwn: Bool)
        /// An occupant without a lease has the screen.
        case held(any ScreenOccupant)
        /// The content is not a program that has to run now.
        case noProgram
        case failed(ScreenError)
    }

    let client: UInt64
    let program: Lessee
    /// The content that the client has the screen for; nil for a client with all rights.
    private let content: ContentProgram?
    private let record: ScreenRecord
    private let environment: ScreenEnvironment
    /// The lease; nil until the screen is ready for it.
    private var lease: ScreenLease?
    private var hasLeft = false
    private var isEnding = false
    private var schedule = LendingSchedule()
    /// The timer of the next action of the schedule.
    private var timer: LoopTimer?

    init(
        of record: ScreenRecord, to program: Lessee, _ client: UInt64, for content: ContentProgram?,
        in environment: ScreenEnvironment
    ) {
        self.record = record
        self.program = program
        self.client = client
        self.content = content
        self.environment = environment
    }

    var verb: String { "leased to" }
    var isForContent: Bool { content != nil }
    var hasPicture: Bool { schedule.hasPicture }

    // MARK: The beginning

    /// Leases the screen, after earlier changes of its occupant.
    ///
    /// - Parameter isAgain: whether the same process may already have the screen on another connection, which then
    ///   hands it over.
    /// - Returns: the descriptor of the lease.
    func begin(isAgain: Bool) async -> Result<SharedDescriptor, Refusal> {
        await record.inTurn(for: self) { await self.take(isAgain: isAgain) }
    }

    private func take(isAgain: Bool) async -> Result<SharedDescriptor, Refusal> {
        if case .lease(let other) = record.occupancy {
            guard isAgain, other.program.processID == program.processID, other.client != client else {
                return .failure(.leased(isOwn: other.client == client))
            }
            if let descriptor = await takeOver(from: other) { return .success(descriptor) }
        }
        if let occupant = record.occupancy.occupant {
            guard occupant.lingers else { return .failure(.held(occupant)) }
            await occupant.end()
        }
        // Without a content, the screen is dark until a pass.
        record.occupy(.lease(self))
        if record.screen.layout == nil { await environment.passes.run() }
        do throws(ScreenError) {
            try checkIsThere()
            // The content may have changed meanwhile.
            guard hasItsContent else {
                record.vacate(self)
                return .failure(.noProgram)
            }
            return .success(try hold(try await environment.kit.lease(record.screen.id, to: program)))
        } catch {
            record.vacate(self)
            await environment.passes.run()
            return .failure(.failed(error))
        }
    }

    /// Takes over the screen of the same process, with the picture of its former program.
    ///
    /// - Returns: nil if the screen had to be given back first. It has been given back then.
    private func takeOver(from former: ClientLease) async -> SharedDescriptor? {
        // A pass may run before this program has the screen.
        former.schedule.handOver()
        former.wait()
        guard let lent = former.lease else { return nil }
        do throws(ScreenError) {
            try checkIsThere()
            guard hasItsContent else { throw ScreenError(.system, operation: "lease", object: record.name) }
            let lease = try await lent.handOver(to: program)
            record.occupy(.lease(self))
            let descriptor = try hold(lease)
            // The content waits for a picture from now on.
            environment.passes.request()
            return descriptor
        } catch {
            await (lease ?? lent).end()
            lease = nil
            record.vacate(former)
            record.vacate(self)
            await environment.passes.run()
            return nil
        }
    }

    private func hold(_ lease: ScreenLease) throws(ScreenError) -> SharedDescriptor {
        self.lease = lease
        let descriptor = try lease.makeDescriptor()
        schedule.leaseBegan(at: .now)
        carryOut()
        return SharedDescriptor(OwnedDescriptor(adopting: descriptor))
    }

    private func checkIsThere() throws(ScreenError) {
        guard !hasLeft else { throw ScreenError(.system, operation: "lease", object: record.name) }
    }

    private var hasItsContent: Bool { content == nil || record.content.program == content }

    // MARK: The schedule

    /// Carries out the actions that are due.
    private func carryOut() {
        while let action = schedule.timeCame(at: .now) {
            switch action {
            case .look: lookForPicture()
            case .revoke: revokeOutdated()
            }
        }
        wait()
    }

    private func wait() {
        timer = schedule.nextChange.map { time in
            LoopTimer(after: MonotonicTime.now.duration(to: time)) { [weak self] in self?.carryOut() }
        }
    }

    private func lookForPicture() {
        guard let lease else { return }
        Task {
            let isThere = await lease.showsPicture()
            guard record.isHeld(by: self), self.lease === lease else { return }
            schedule.looked(isThere: isThere, at: .now)
            wait()
            if isThere { await environment.passes.run() }
        }
    }

    // MARK: The end

    func clientLeft() {
        hasLeft = true
        Task { await end() }
    }

    func revoke() async {
        environment.clients.disconnect(client)
        await end()
    }

    func end() async {
        await record.inTurn { await self.giveBack() }
    }

    private func giveBack() async {
        guard record.isHeld(by: self) else { return }
        // The screen is given back only now, because until then it is driven for the program.
        await lease?.end()
        record.vacate(self)
        await environment.passes.run()
    }

    /// Disconnects the client if its lease has ended by itself, for example with its card.
    func follow() {
        guard lease != nil, !isEnding, record.turns.isFree else { return }
        let screen = environment.kit.connectors.first { $0.qualifiedName == record.name }
        guard screen?.lessee == nil else { return }
        record.vacate(self)
        environment.log.warning("\(record.name) is no longer leased: its card was lost, or has another master")
        environment.clients.disconnect(client)
    }

    /// Revokes the lease after some time if the screen has another content, and the program has not ended by itself.
    func followContent() {
        schedule.take(isOutdated: isOutdated, at: .now)
        wait()
    }

    /// Whether the screen has another content than the content that it was leased for. A screen without a display has
    /// no content, and its program stays.
    private var isOutdated: Bool {
        guard lease != nil, content != nil, record.hasDisplay else { return false }
        return !hasItsContent
    }

    private func revokeOutdated() {
        guard record.isHeld(by: self), isOutdated else { return }
        environment.log.warning("\(record.name) is revoked: it has another content, and the program has not ended")
        environment.clients.disconnect(client)
        Task { await end() }
    }

    func daemonEnds() {
        isEnding = true
    }
}
