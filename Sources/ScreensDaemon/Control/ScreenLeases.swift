import Glibc
import Screens
import ScreensJSON
import ScreensLinux
import ScreensProgramKit
import ScreensVarlink

/// The screens that clients have, each until its client disconnects.
@MainLoop
final class ScreenLeases {
    /// From the moment at which a screen has another content than the program that has it, until that is revoked: it ends by
    /// itself before.
    private static let grace = Duration.seconds(15)

    /// Between looks at a screen on which a program has shown nothing so far, at first and at most.
    private static let interval = (first: Duration.milliseconds(250), longest: Duration.seconds(10))

    private struct Held {
        let client: UInt64
        /// That of the client, which may hand the screen over to its next program.
        let process: Int32
        let lease: ScreenLease
        /// The content that the client has it for; nil of one with all rights.
        let content: ContentProgram?
        /// Revokes it, when the screen has another content.
        var timer: LoopTimer?
        /// Whether the program has shown a picture.
        var hasPicture = false
        /// Looks whether it does, until then.
        var look: LoopTimer?
    }

    private let kit: VideoKit
    private let finder: ScreenFinder
    private let records: ScreenRecords
    private let surfaces: ScreenSurfaces
    private let log: EventLog
    /// Makes the settings apply, also where the set of leased screens has changed.
    private let apply: @MainLoop () async -> Void
    /// By the qualified name of the screen: it outlasts the display.
    private var held: [String: Held] = [:]
    private var isEnding = false
    /// The screens that are lit for a lease.
    private var prepared: Set<String> = []
    /// The screens that each client has or waits for.
    private var names: [UInt64: Set<String>] = [:]
    /// The last change of each screen, after which the next one is made: a program that is started again gets the screen of its
    /// former self.
    private var turns: [String: Task<Void, Never>] = [:]
    /// Disconnects a client whose lease is revoked.
    private var disconnect: (@MainLoop (UInt64) -> Void)?

    init(
        _ kit: VideoKit, _ finder: ScreenFinder, _ records: ScreenRecords, _ surfaces: ScreenSurfaces,
        _ log: EventLog,
        apply: @escaping @MainLoop () async -> Void
    ) {
        self.kit = kit
        self.records = records
        self.surfaces = surfaces
        self.finder = finder
        self.log = log
        self.apply = apply
    }

    /// Clients are disconnected by this from now on.
    func begin(disconnect: @escaping @MainLoop (UInt64) -> Void) {
        self.disconnect = disconnect
    }

    /// Whether a screen is driven for a client, though it may have no content.
    func isWanted(_ screen: Screen) -> Bool {
        held[screen.qualifiedName] != nil || prepared.contains(screen.qualifiedName)
    }

    /// The use of a screen by a program that has it.
    func use(of screen: Screen) -> ScreenUse {
        if held[screen.qualifiedName]?.hasPicture == true { return .drawn }
        return screen.lessee.map { .leased($0, isContent: isForContent(screen)) } ?? .free
    }

    /// Whether a program has a screen as its content: a client without other rights has it for that alone, and one with all
    /// rights has a program of that name.
    private func isForContent(_ screen: Screen) -> Bool {
        let content = records[screen].content.program
        return held[screen.qualifiedName]?.content != nil
            || content != nil && content?.name == screen.lessee?.name
    }

    /// Whether a client has a screen, or waits for one.
    func hasScreens(_ client: UInt64) -> Bool { names[client] != nil }

    /// Its methods by name, but `Lease`.
    var methods: [String: ManagerMethod] { ["Revoke": revoke] }

    // MARK: Calls

    /// Gives a screen to a client.
    func lend(_ call: Call, to caller: Caller) async throws(VarlinkError) -> SharedDescriptor {
        // The client has left before its call begins: nothing would end its lease.
        guard !Task.isCancelled else { throw ManagerError.failed("the client has disconnected") }
        guard call.answer != .never else { throw ManagerError.failed("a descriptor needs a reply: leave `oneway` out") }
        let screen = try finder.screen(call.parameters)
        let content = caller.rights == .all ? nil : records[screen].content.program
        guard caller.rights == .all || content != nil else { throw Self.noProgram(on: screen) }
        let lessee = Lessee(
            name: caller.programName(call.parameters["program"]?.string), processID: caller.peer.process)
        let (name, client) = (screen.qualifiedName, caller.connection)
        names[client, default: []].insert(name)
        let isAgain = call.parameters["again"]?.bool ?? false
        return try await inTurn(name) { await self.lend(screen, to: lessee, client, content, isAgain: isAgain) }.get()
    }

    private func lend(
        _ screen: Screen, to lessee: Lessee, _ client: UInt64, _ content: ContentProgram?, isAgain: Bool
    ) async -> Result<SharedDescriptor, VarlinkError> {
        let name = screen.qualifiedName
        defer { if held[name]?.client != client { forget(name, of: client) } }
        if let other = held[name] {
            guard isAgain, other.process == lessee.processID, other.client != client else {
                return .failure(busy(screen, other.client == client))
            }
            if let descriptor = await handOver(name, from: other, to: lessee, client, content) {
                return .success(descriptor)
            }
        }
        if let program = surfaces.user(of: name) {
            return .failure(ManagerError.inUse("\(screen.name) is drawn by \(program)", screen: screen.name))
        }
        defer { prepared.remove(name) }
        do throws(ScreenError) {
            // It may have no content, and is dark until then.
            prepared.insert(name)
            if screen.layout == nil { await apply() }
            // The client may have left.
            guard names[client] != nil else { throw ScreenError(.system, operation: "lease", object: name) }
            // And the content may be another one.
            guard content == nil || records.named(name)?.content.program == content else {
                return .failure(Self.noProgram(on: screen))
            }
            let lease = try await kit.lease(screen.id, to: lessee)
            let descriptor = try lease.makeDescriptor()
            held[name] = Held(client: client, process: lessee.processID, lease: lease, content: content)
            look(at: name, leasedBy: lease)
            return .success(SharedDescriptor(OwnedDescriptor(adopting: descriptor)))
        } catch {
            prepared.remove(name)
            await apply()
            return .failure(ManagerError.of(error, screen: screen.name))
        }
    }

    /// Gives a screen to the next program of a client, with the picture of the one before.
    ///
    /// - Returns: nil where the screen has to come back first; then it has.
    private func handOver(
        _ name: String, from former: Held, to lessee: Lessee, _ client: UInt64, _ content: ContentProgram?
    ) async -> SharedDescriptor? {
        // Its connection may end any moment, which means nothing any more.
        forget(name, of: former.client)
        // A pass may come before the next program is held.
        held[name]?.hasPicture = false
        held[name]?.look = nil
        do throws(ScreenError) {
            guard names[client] != nil, content == nil || records.named(name)?.content.program == content else {
                throw ScreenError(.system, operation: "lease", object: name)
            }
            let lease = try await former.lease.handOver(to: lessee)
            held[name] = Held(client: client, process: lessee.processID, lease: lease, content: content)
            let descriptor = try lease.makeDescriptor()
            look(at: name, leasedBy: lease)
            // The content waits for a picture from now on.
            Task { await apply() }
            return SharedDescriptor(OwnedDescriptor(adopting: descriptor))
        } catch {
            await (held[name]?.lease ?? former.lease).end()
            held[name] = nil
            await apply()
            return nil
        }
    }

    /// Looks for the first picture of a program, which the kernel does not report, and does nothing after it.
    private func look(at name: String, leasedBy lease: ScreenLease, next delay: Duration = interval.first) {
        Task {
            let isThere = await lease.showsPicture()
            guard held[name]?.lease === lease else { return }
            held[name]?.hasPicture = isThere
            if isThere {
                held[name]?.look = nil
                return await apply()
            }
            held[name]?.look = LoopTimer(after: delay) { [weak self] in
                self?.look(at: name, leasedBy: lease, next: min(delay * 2, Self.interval.longest))
            }
        }
    }

    private static func noProgram(on screen: Screen) -> VarlinkError {
        ManagerError.notPermitted("the content of \(screen.name) is not a program that is to run now")
    }

    private func busy(_ screen: Screen, _ isOwn: Bool) -> VarlinkError {
        let units = screen.contentUnits(among: kit.connectors).joined(separator: " ")
        let lessee = screen.lessee?.description ?? "another client"
        return ManagerError.inUse(
            "\(screen.name) is leased to \(isOwn ? "this client" : lessee)", screen: screen.name,
            remedy: isForContent(screen) ? "end the service of that program: `systemctl stop \(units)`" : nil)
    }

    private func revoke(_ parameters: [String: JSONValue]) async throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        if let client = surfaces.client(on: screen.qualifiedName) {
            surfaces.clientLeft(client)
            disconnect?(client)
            return Reply()
        }
        guard let client = held[screen.qualifiedName]?.client else {
            throw ManagerError.failed("\(screen.name) is not leased", remedy: "`screens list` shows which are")
        }
        await take(screen.qualifiedName, from: client)
        return Reply()
    }

    // MARK: Ends

    /// A client has disconnected: its screens show their contents again.
    func clientLeft(_ client: UInt64) {
        for name in names.removeValue(forKey: client) ?? [] { Task { await end(name, of: client) } }
    }

    /// All leases end with the daemon, and are not reported as lost then.
    func endWithDaemon() {
        isEnding = true
        guard !held.isEmpty else { return }
        let programs = kit.connectors.compactMap { screen in
            screen.lessee.map { "\($0) on \(screen.qualifiedName)" }
        }
        log.notice("the leases end with the daemon, and so do their programs: \(programs.joined(separator: ", "))")
    }

    /// Leases may have ended by themselves, as with their card: their clients are disconnected.
    func follow() {
        guard !held.isEmpty, !isEnding else { return }
        let leased = Set(kit.connectors.filter { $0.lessee != nil }.map(\.qualifiedName))
        for (name, one) in held where !leased.contains(name) && turns[name] == nil {
            held[name] = nil
            log.warning("\(name) is not leased any more: its card was lost, or has another master")
            disconnect?(one.client)
        }
    }

    /// Screens may have other contents now: programs that had them as theirs give them back by themselves, or lose them.
    func followContents() {
        for (name, one) in held {
            guard isOutdated(name) else {
                held[name]?.timer = nil
                continue
            }
            guard one.timer == nil else { continue }
            held[name]?.timer = LoopTimer(after: Self.grace) { [weak self] in
                self?.revokeOutdated(name, from: one.client)
            }
        }
    }

    /// Whether a screen is lent for a content that it does not have any more. Without a display it has none, and the program stays.
    private func isOutdated(_ name: String) -> Bool {
        guard let content = held[name]?.content, kit.screens.contains(where: { $0.qualifiedName == name }) else {
            return false
        }
        return records.named(name)?.content.program != content
    }

    private func revokeOutdated(_ name: String, from client: UInt64) {
        guard held[name]?.client == client, isOutdated(name) else { return }
        log.warning("\(name) is revoked: its content is another one, and the program has not ended")
        Task { await take(name, from: client) }
    }

    /// Takes a screen back. The client knows that before its commits fail, which it would report as a fault of the card.
    private func take(_ name: String, from client: UInt64) async {
        disconnect?(client)
        await end(name, of: client)
    }

    private func end(_ name: String, of client: UInt64) async {
        await inTurn(name) {
            guard let one = self.held[name], one.client == client else { return }
            // Not before: until then it is driven for the program.
            await one.lease.end()
            self.held[name] = nil
            self.forget(name, of: client)
            await self.apply()
        }
    }

    private func forget(_ name: String, of client: UInt64) {
        names[client]?.remove(name)
        if names[client]?.isEmpty == true { names[client] = nil }
    }

    /// Carries out a change of a screen after those before it.
    private func inTurn<Value: Sendable>(
        _ name: String, _ change: @escaping @MainLoop () async -> Value
    ) async -> Value {
        let before = turns[name]
        let change = Task {
            await before?.value
            return await change()
        }
        let turn = Task { _ = await change.value }
        turns[name] = turn
        let value = await change.value
        if turns[name] == turn {
            turns[name] = nil
            // A lease may have ended by itself meanwhile.
            follow()
        }
        return value
    }
}
