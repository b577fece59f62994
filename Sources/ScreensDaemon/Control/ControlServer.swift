import Glibc
import Screens
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The control socket and the clients that are connected to it.
@MainLoop
final class ControlServer {
    /// The most clients. No machine has that many programs that connect.
    private static let mostClients = 4096
    /// The most clients that are accepted in a row. One user that connects again and again would keep all others
    /// waiting.
    private static let mostAtOnce = 16
    /// The steps in which memory is granted for unread replies.
    private static let replyStep = 1 << 20
    /// The limits of one client. Calls are short; only pictures are long, and one of them waits at a time.
    private static let limits = ConnectionLimits(
        message: JSONLimits(bytes: 1 << 16, values: 1 << 12), heldInput: 1 << 16, unsentOutput: 1 << 20)

    private let service: ServiceDescription
    private let doors: [ControlDoor]
    private let log: EventLog
    private let methods: MethodTable
    private let calls: ManagerCalls
    private let snapshot: @MainLoop () -> Reply
    private let records: ScreenRecords
    private var clients: [UInt64: ControlClient] = [:]
    /// The calls being answered, by client. They are cancelled when the client disconnects.
    private var answers: [UInt64: Task<Void, Never>] = [:]
    private var lastID: UInt64 = 0
    /// The limits of the connections of each socket, so that clients with few rights take no place from the others.
    /// They leave some descriptors to the daemon, for new cards and for its files.
    private let clientLimits: ClientLimits
    private let freed = FreedMemory()
    /// The timer that disconnects the clients that miss their deadlines, and its time.
    private var timer: (timer: LoopTimer, deadline: MonotonicTime)?
    /// The unread bytes of each client, and their sum.
    private var unread: [UInt64: Int] = [:]
    private var unreadSum = 0
    /// The grant for the unread bytes; nil before the first of them.
    private var unreadGrant: MemoryGrant?
    /// A spare descriptor, closed for a moment to turn a client away if no other one is left.
    private var spare = open("/dev/null", O_RDONLY | O_CLOEXEC)

    /// - Parameters:
    ///   - calls: carries out the calls.
    ///   - snapshot: makes the event with all screens, for a new watcher.
    init(
        _ doors: [ControlDoor], _ methods: MethodTable, _ service: ServiceDescription, _ records: ScreenRecords,
        _ log: EventLog,
        _ calls: ManagerCalls,
        snapshot: @escaping @MainLoop () -> Reply
    ) {
        self.doors = doors
        clientLimits = ClientLimits(all: min(Self.mostClients, ProcessLimits.clientDescriptors) / max(doors.count, 1))
        self.service = service
        self.records = records
        self.log = log
        self.methods = methods
        self.calls = calls
        self.snapshot = snapshot
    }

    deinit {
        for door in doors { MainLoop.shared.events.unwatch(door.socket.descriptor) }
        close(spare)
    }

    /// Accepts clients from now on, starting with clients that already wait.
    func begin() throws(Failure) {
        records.environment.clients.begin { [weak self] in self?.disconnect($0) }
        do throws(SystemError) {
            for door in doors {
                if !methods.takesDescriptors(from: door.rights) { door.socket.refuseFiles() }
                try MainLoop.shared.events.watch(door.socket.descriptor, for: .input) { [weak self] _ in
                    MainLoop.call { self?.acceptClients(at: door) }
                }
            }
        } catch {
            throw Failure(.system, "cannot listen for clients: \(error)")
        }
    }

    var hasWatchers: Bool { clients.values.contains(where: \.isWatching) }

    /// Sends an event to all watchers. A watcher that has not read the event before gets the whole state once it has.
    func send(_ event: Reply) {
        for client in clients.values where client.isWatching {
            client.sendEvent(event)
            attend(client)
        }
    }

    // MARK: Connected clients

    private func clientIsReady(_ id: UInt64, _ readiness: Readiness) {
        guard let client = clients[id] else { return }
        client.handle(readiness)
        // The calls of a client that has left are carried out, but its frames no longer wait for their refreshes.
        if client.hasLeft { records.clientHungUp(id) }
        // A complete call takes its files first: because of the files of other clients, the limit could drop them.
        attend(client)
        limitFiles()
    }

    /// Sends waiting output, takes received calls, and removes a client that is done.
    private func attend(_ client: ControlClient) {
        // Its unread replies may have cost it its connection while an event was sent to all.
        guard clients[client.id] === client else { return }
        // No call is taken while replies wait to be sent.
        repeat {
            if client.hasLeft { client.receive() }
            client.send()
        } while takeCall(of: client) || catchUp(client)
        guard !client.isOver else {
            // Replies to the calls before the fault.
            client.send()
            if let reason = client.cutReason { log.disconnected(client.peer.user, because: reason) }
            return forget(client)
        }
        if let deadline = client.deadline, timer.map({ deadline < $0.deadline }) ?? true { wait(until: deadline) }
        count(client)
        client.updateReadiness()
    }

    /// Counts the unread bytes of a client. Above the limit of all clients in total, a user with the most of them loses
    /// a connection.
    private func count(_ client: ControlClient) {
        count(client.unsentByteCount, of: client.id)
        guard unreadSum > unreadGrant?.bytes ?? 0 else { return }
        while !grantUnread(), let other = clientWithMostUnread() {
            log.warning(
                "a client of user \(other.peer.user) was disconnected: unread replies take too much memory, and it has "
                    + "the most of them")
            forget(other)
        }
    }

    private func count(_ bytes: Int, of id: UInt64) {
        unreadSum += bytes - (unread[id] ?? 0)
        unread[id] = bytes > 0 ? bytes : nil
        // The grant is given back as a whole, so that a client that reads costs no grant for each reply.
        if unreadSum == 0 { unreadGrant = nil }
    }

    /// Grants memory for the unread bytes of all clients.
    ///
    /// - Returns: whether there is enough.
    private func grantUnread() -> Bool {
        let budget = records.environment.contents.pictures.budget
        let needed = (unreadSum + Self.replyStep - 1) / Self.replyStep * Self.replyStep
        do throws(MemoryBudget.Refusal) {
            guard let unreadGrant else {
                unreadGrant = try budget.grant(needed, for: .replies)
                return true
            }
            try unreadGrant.grow(to: needed)
            return true
        } catch {
            return false
        }
    }

    /// The client with the most unread bytes, of the user with the most of them.
    private func clientWithMostUnread() -> ControlClient? {
        var users: [UInt32: Int] = [:]
        for (id, bytes) in unread { if let client = clients[id] { users[client.peer.user, default: 0] += bytes } }
        guard let user = users.max(by: { $0.value < $1.value })?.key else { return nil }
        return clients.values.filter { $0.peer.user == user }.max { unread[$0.id] ?? 0 < unread[$1.id] ?? 0 }
    }

    /// Takes the next call of a client.
    ///
    /// - Returns: whether there was a call.
    private func takeCall(of client: ControlClient) -> Bool {
        guard let call = client.nextCall() else { return false }
        let files = client.takeFiles()
        let method: MethodRow
        do throws(VarlinkError) {
            method = try methods.row(of: call, for: client.rights)
        } catch {
            client.reply(Reply(error))
            return true
        }
        if case .events = method.work {
            client.beginWatching(with: snapshot())
            return true
        }
        let caller = Caller(
            connection: client.id, peer: client.peer, rights: client.rights,
            files: method.takesDescriptors ? files : [], hasLeft: client.hasLeft)
        // The reference is weak, so that an open call does not keep the server, whose socket is removed when the daemon
        // ends.
        answers[client.id] = Task { [weak self, calls] in
            let (reply, file) = await calls.answer(call, by: method, of: caller)
            self?.finish(reply, for: caller.connection, passing: file)
        }
        return true
    }

    private func finish(_ reply: Reply, for id: UInt64, passing file: SharedDescriptor?) {
        answers[id] = nil
        guard let client = clients[id] else { return }
        client.reply(reply, hasScreens: records.hasScreens(id), passing: file)
        attend(client)
    }

    /// Disconnects a client whose lease was revoked.
    private func disconnect(_ id: UInt64) {
        if let client = clients[id] { forget(client) }
    }

    /// Sends the whole state to a watcher that has missed events and has read all earlier events.
    private func catchUp(_ client: ControlClient) -> Bool {
        guard client.isBehind, !client.isOver else { return false }
        client.beginWatching(with: snapshot())
        return true
    }

    private func forget(_ client: ControlClient) {
        clients[client.id] = nil
        count(0, of: client.id)
        records.clientLeft(client.id)
        freed.release()
        answers.removeValue(forKey: client.id)?.cancel()
    }

    /// Closes files of the user with the most if too many files wait for their calls: they are descriptors of this
    /// process.
    private func limitFiles() {
        while clients.values.reduce(0, { $0 + $1.fileCount }) > ProcessLimits.mostFiles {
            var users: [UInt32: Int] = [:]
            for client in clients.values { users[client.peer.user, default: 0] += client.fileCount }
            guard let user = users.max(by: { $0.value < $1.value })?.key,
                let client = clients.values.filter({ $0.peer.user == user }).max(by: { $0.fileCount < $1.fileCount })
            else { return }
            client.dropFiles()
            log.warning("a client of user \(user) has sent files without the rest of its call")
        }
    }

    private func wait(until deadline: MonotonicTime) {
        let delay = MonotonicTime.now.duration(to: deadline)
        timer = (LoopTimer(after: delay) { [weak self] in self?.cutLateClients() }, deadline)
    }

    private func cutLateClients() {
        timer = nil
        let now = MonotonicTime.now
        for client in clients.values {
            guard let deadline = client.deadline, deadline <= now else { continue }
            log.disconnected(client.peer.user, because: client.reasonOfDeadline(at: now))
            forget(client)
        }
        if let next = clients.values.compactMap(\.deadline).min() { wait(until: next) }
    }

    // MARK: New clients

    private func acceptClients(at door: ControlDoor) {
        do {
            // The remaining clients wake the loop again, after the connected ones have had their turn.
            for _ in 0..<Self.mostAtOnce {
                guard let descriptor = try door.socket.accept() else { return }
                take(descriptor, door.rights)
            }
        } catch {
            log.warning(error.message)
            turnAway(at: door)
        }
    }

    private func take(_ descriptor: Int32, _ rights: ClientRights) {
        let socket = ClientSocket(adopting: descriptor)
        guard let peer = socket.peer else { return log.warning("a client was rejected: its user is unknown") }
        guard BlockingCloser.shared.hasRoom(for: peer.user) else {
            return log.warning("a client of user \(peer.user) was rejected: earlier files of the user do not close")
        }
        let present = clients.values.filter { $0.rights == rights }.map(\.connection)
        switch clientLimits.answer(to: peer.user, among: present) {
        case .take(closing: nil): break
        case .take(closing: let number?):
            guard let other = clients[number] else { break }
            forget(other)
            log.warning("a connection of user \(other.peer.user) was closed: one of user \(peer.user) takes its place")
        case .refuse:
            return log.warning("a client of user \(peer.user) was rejected: \(present.count) are connected")
        }
        lastID += 1
        let id = lastID
        do {
            let watched = try Watched(socket) { [weak self] in self?.clientIsReady(id, $0) }
            clients[id] = ControlClient(
                id: id, peer, rights, watched, takesFiles: methods.takesDescriptors(from: rights), service: service,
                limits: Self.limits)
        } catch {
            log.warning("a client was rejected: \(error)")
        }
    }

    /// Closes a new connection. If it were left waiting, it would wake the loop again and again.
    private func turnAway(at door: ControlDoor) {
        close(spare)
        if let descriptor = try? door.socket.accept() { _ = ClientSocket(adopting: descriptor) }
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
}
