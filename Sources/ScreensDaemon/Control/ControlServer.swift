import Glibc
import JSON
import Linux
import ProgramKit
import Screens
import Varlink

/// The control socket and everybody who is connected to it. Lives on the daemon's thread.
final class ControlServer {
    /// More than a machine has programs that ask.
    private static let mostClients = 4096
    /// What stands for the timer among descriptors.
    private static let timer: Int32 = -1
    /// What one client may cost: calls are short, only pictures are long, and of those one waits at a time.
    private static let limits = ConnectionLimits(
        message: JSONLimits(bytes: 1 << 16, values: 1 << 12), heldInput: 1 << 16, unsentOutput: 1 << 20)

    private let loop: EventLoop
    private let service: ServiceDescription
    private let listener: ListeningSocket
    /// Has the daemon call ``ready(_:_:)``.
    private let enter: @Sendable (Int32, Readiness) -> Void
    private var clients: [Int32: ControlClient] = [:]
    private var lastID: UInt64 = 0
    /// How many may be connected: the daemon's own descriptors are left to it, for cards that come and for its files.
    private let clientLimit: Int
    /// How long a client may read nothing of what is there for it until it is cut off, in nanoseconds.
    private let patience: Int64
    private var isTimerSet = false
    /// Given up for a moment to be able to turn a client away where there is no other descriptor.
    private var spare: Int32

    /// - Parameter enter: is called on the daemon's thread, and calls ``ready(_:_:)`` there.
    init(
        _ listener: consuming ListeningSocket, service: ServiceDescription, loop: EventLoop,
        patience: Int64 = 30_000_000_000,
        enter: @escaping @Sendable (Int32, Readiness) -> Void
    ) throws(SystemError) {
        self.listener = listener
        self.service = service
        self.loop = loop
        self.patience = patience
        self.enter = enter
        clientLimit = min(Self.mostClients, DescriptorLimit.leavingSome)
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let descriptor = self.listener.descriptor
        try loop.watch(descriptor, for: .input) { enter(descriptor, $0) }
    }

    deinit {
        loop.unwatch(listener.descriptor)
        for client in clients.values where !client.hasLeft { loop.unwatch(client.descriptor) }
        close(spare)
    }

    /// What is to be answered, and by whom; and what is to be told of clients that were cut off.
    struct News {
        var calls: [(client: UInt64, call: Call)] = []
        var complaints: [String] = []
        /// Those who have read what they were told, and have missed something since.
        var laggards: [UInt64] = []
        /// Those who are no clients any more: nobody waits for what they have called.
        var gone: [UInt64] = []

        fileprivate mutating func add(_ other: News) {
            calls += other.calls
            complaints += other.complaints
            laggards += other.laggards
            gone += other.gone
        }
    }

    /// Does what a descriptor is ready for.
    func ready(_ descriptor: Int32, _ readiness: Readiness) -> News {
        guard descriptor != listener.descriptor else { return News(complaints: acceptClients()) }
        guard descriptor != Self.timer else { return cutBlockedClients() }
        guard let client = clients[descriptor] else { return News() }
        if readiness.contains(.output) { client.send() }
        if !readiness.isDisjoint(with: [.hangup, .error]), !client.hasLeft {
            client.hasLeft = true
            // It would be told of again and again.
            loop.unwatch(descriptor)
        } else if readiness.contains(.input) {
            client.receive()
        }
        return attend(client)
    }

    /// Answers the call of a client that is open, if that is still there.
    func reply(_ reply: Reply, to id: UInt64) -> News {
        guard let client = client(id) else { return News() }
        client.reply(reply)
        return attend(client)
    }

    /// Tells all who watch. Those who have not read what they were told before are told everything when they have.
    func tell(_ event: Reply) -> News {
        var news = News()
        for client in clients.values where client.isWatching {
            if client.hasUnsentEvent || client.lacksEvents {
                client.lacksEvents = true
            } else {
                client.reply(event)
            }
            news.add(attend(client))
        }
        return news
    }

    /// Tells a client everything, from where on it is told of events.
    func begin(_ snapshot: Reply, for id: UInt64) -> News {
        guard let client = client(id) else { return News() }
        client.isWatching = true
        client.lacksEvents = false
        client.reply(snapshot)
        return attend(client)
    }

    var hasWatchers: Bool { clients.values.contains(where: \.isWatching) }

    private func client(_ id: UInt64) -> ControlClient? { clients.values.first { $0.id == id } }

    /// Sends what is to be sent, takes the calls that have come, and lets go of a client that is done.
    private func attend(_ client: ControlClient) -> News {
        var news = News()
        // Calls are held back while replies wait to be sent.
        repeat {
            if client.hasLeft { client.receive() }
            client.send()
        } while takeCall(of: client, &news)
        if client.isOver {
            // What it was told before it made its mistake.
            client.send()
            if let complaint = client.complaint { news.complaints.append("a client was cut off: \(complaint)") }
            forget(client)
            news.gone.append(client.id)
            return news
        }
        if client.blockedSince != nil { setTimer() }
        if client.lacksEvents, !client.hasUnsentEvent { news.laggards.append(client.id) }
        if !client.hasLeft, let awaited = client.newlyAwaited() {
            loop.watch(client.descriptor, onlyFor: awaited)
        }
        return news
    }

    private func forget(_ client: ControlClient) {
        if !client.hasLeft { loop.unwatch(client.descriptor) }
        clients[client.descriptor] = nil
    }

    /// - Returns: whether there was one.
    private func takeCall(of client: ControlClient, _ news: inout News) -> Bool {
        guard let call = client.nextCall() else { return false }
        news.calls.append((client.id, call))
        return true
    }

    // MARK: Clients that do not read

    private func setTimer() {
        let now = MonotonicClock.now
        guard !isTimerSet, let first = clients.values.compactMap(\.blockedSince).min() else { return }
        isTimerSet = true
        loop.schedule(at: max(now, first + patience)) { [enter] in enter(Self.timer, []) }
    }

    private func cutBlockedClients() -> News {
        isTimerSet = false
        let now = MonotonicClock.now
        var news = News()
        for client in clients.values where client.blockedSince.map({ now - $0 >= patience }) ?? false {
            news.complaints.append("a client was cut off: it has read nothing for \(patience / 1_000_000_000) s")
            forget(client)
            news.gone.append(client.id)
        }
        setTimer()
        return news
    }

    // MARK: Clients that come

    /// - Returns: what went wrong.
    private func acceptClients() -> [String] {
        var complaints: [String] = []
        do {
            while let descriptor = try listener.accept() {
                if let complaint = take(descriptor) { complaints.append(complaint) }
            }
        } catch {
            complaints.append(error.message)
            turnAway()
        }
        return complaints
    }

    private func take(_ descriptor: Int32) -> String? {
        guard clients.count < clientLimit else {
            close(descriptor)
            return "a client was turned away: \(clientLimit) are connected"
        }
        lastID += 1
        let client = ControlClient(id: lastID, descriptor: descriptor, service: service, limits: Self.limits)
        do {
            try loop.watch(descriptor, for: .input) { [enter] in enter(descriptor, $0) }
        } catch {
            return error.description
        }
        clients[descriptor] = client
        return nil
    }

    /// Left waiting, the client would wake the loop again and again.
    private func turnAway() {
        close(spare)
        if let descriptor = try? listener.accept() { close(descriptor) }
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
}
