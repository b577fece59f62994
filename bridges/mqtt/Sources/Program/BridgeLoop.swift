import CMosquitto
import Glibc
import MQTTBridge
import ScreensJSON
import ScreensManager
import ScreensServing

/// The one loop of the program: it polls the broker, the daemon and the signals, and carries out what ``Bridge``
/// decides.
final class BridgeLoop {
    /// The longest sleep, in seconds: the library sends its signs of life in between.
    private static let longestSleep = 10.0

    private let configuration: BridgeConfiguration
    private let socket: DaemonSocket
    private let signals: Int32
    private var bridge: Bridge
    private var broker: BrokerClient?
    private var daemon: DaemonLink?
    private var brokerSchedule: ConnectionSchedule
    private var daemonSchedule = ConnectionSchedule(peer: "screensd")
    private var protocols = ProtocolChoice()
    /// The refusals of the broker that are in the journal.
    private var reported: Set<String> = []

    /// - Parameter signals: a descriptor that can be read when the program is to end.
    init(_ configuration: BridgeConfiguration, _ socket: DaemonSocket, signals: Int32) {
        self.configuration = configuration
        self.socket = socket
        self.signals = signals
        bridge = Bridge(configuration, version: ProgramVersion.current)
        brokerSchedule = ConnectionSchedule(
            peer: "the broker \(configuration.broker.host):\(configuration.broker.port)")
    }

    /// Runs until a signal comes.
    func run() {
        ProgramService.notify("READY=1\nSTATUS=connecting")
        while true {
            connect()
            bridge.advance(to: now)
            carryOut()
            guard wait() else { break }
        }
        ProgramService.notify("STOPPING=1")
        if isAccepted, let broker {
            // A message in place of the last will, which a farewell prevents.
            _ = try? broker.publish(bridge.will)
            broker.disconnect()
        }
    }

    private var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private var random: Double { Double.random(in: 0...1) }

    // MARK: Connections

    private var isAccepted: Bool { broker?.isAccepted ?? false }

    private func connect() {
        switch brokerSchedule.step(at: now) {
        case .connect:
            do throws(ProgramError) {
                let password = try Secrets.password(configuration.broker.passwordFile)
                if let key = configuration.broker.key { try Secrets.checkIsPrivate(key) }
                broker = try BrokerClient(
                    configuration, password: password, will: bridge.will, isVersion5: protocols.isVersion5)
            } catch {
                loseBroker(error.message)
            }
        case .giveUp: loseBroker("it does not answer")
        case .log(let line): Journal.write(line)
        case .nothing: break
        }
        switch daemonSchedule.step(at: now) {
        case .connect:
            do throws(DaemonError) {
                daemon = try DaemonLink(socket)
                bridge.daemonConnected(at: now)
                log(daemonSchedule.succeed(at: now))
            } catch {
                loseDaemon(error.message)
            }
        case .giveUp, .nothing: break
        case .log(let line): Journal.write(line)
        }
    }

    private func loseBroker(_ reason: String) {
        if let broker, !isAccepted { protocols.record(broker.failure) }
        broker = nil
        bridge.brokerLost()
        if let line = brokerSchedule.fail(at: now, because: reason, random: random) {
            Journal.write(line, .warning)
            ProgramService.notify("STATUS=\(line)")
        }
    }

    private func loseDaemon(_ reason: String) {
        daemon = nil
        bridge.daemonLost()
        if let line = daemonSchedule.fail(at: now, because: reason, random: random) { Journal.write(line, .warning) }
    }

    private func log(_ line: String?) {
        if let line { Journal.write(line) }
    }

    // MARK: Actions

    /// Carries out the actions of the bridge, and hands messages over.
    private func carryOut() {
        for action in bridge.takeActions() {
            switch action {
            case .call(let token, let method, let parameters): daemon?.call(token, method, parameters)
            case .leaveDaemon: loseDaemon("it does not answer")
            case .subscribe(let filters): withBroker { (broker) throws(ProgramError) in try broker.subscribe(filters) }
            case .unsubscribe(let filter):
                withBroker { (broker) throws(ProgramError) in try broker.unsubscribe(filter) }
            }
        }
        while isAccepted, let message = bridge.nextMessage() {
            withBroker { (broker) throws(ProgramError) in
                guard let refusal = try broker.publish(message) else { return }
                bridge.brokerAcknowledged()
                report("messages to the broker are left out: \(refusal)")
            }
        }
    }

    private func withBroker(_ body: (BrokerClient) throws(ProgramError) -> Void) {
        guard isAccepted, let broker else { return }
        do throws(ProgramError) {
            try body(broker)
        } catch {
            loseBroker(error.message)
        }
    }

    // MARK: Waiting

    /// Waits for the next event, and takes it.
    ///
    /// - Returns: false if the program is to end.
    private func wait() -> Bool {
        var polled = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
        func add(_ descriptor: Int32, _ wantsOutput: Bool) {
            polled.append(pollfd(fd: descriptor, events: Int16(wantsOutput ? POLLIN | POLLOUT : POLLIN), revents: 0))
        }
        let ofDaemon = daemon?.descriptors ?? []
        for (descriptor, wantsOutput) in ofDaemon { add(descriptor, wantsOutput) }
        let ofBroker = broker?.descriptor
        if let ofBroker { add(ofBroker, broker?.wantsOutput ?? false) }
        if poll(&polled, nfds_t(polled.count), milliseconds) < 0, errno != EINTR { return false }
        guard polled[0].revents == 0 else { return false }
        if polled[1...].prefix(ofDaemon.count).contains(where: { $0.revents != 0 }) { exchangeWithDaemon() }
        exchangeWithBroker(ofBroker == nil ? 0 : polled.last?.revents ?? 0)
        return true
    }

    private var milliseconds: Int32 {
        let time = now
        let deadlines = [bridge.deadline(after: time), brokerSchedule.deadline, daemonSchedule.deadline]
        let next = deadlines.compactMap(\.self).min() ?? time + Self.longestSleep
        return Int32((min(max(next - time, 0), Self.longestSleep) * 1000).rounded(.up))
    }

    private func exchangeWithDaemon() {
        guard let daemon else { return }
        do throws(DaemonError) {
            for event in try daemon.exchange() {
                switch event {
                case .reported(let event): bridge.take(event: event, at: now)
                case .answered(let token, let result): bridge.take(answer: result, to: token, at: now)
                }
            }
        } catch {
            loseDaemon(error.message)
        }
    }

    /// - Parameter ready: the events that `poll` has found.
    private func exchangeWithBroker(_ ready: Int16) {
        guard let broker else { return }
        var end: String?
        do throws(ProgramError) {
            try broker.exchange(
                input: ready & Int16(POLLIN | POLLHUP | POLLERR) != 0, output: ready & Int16(POLLOUT) != 0)
        } catch {
            end = error.message
        }
        for event in broker.takeEvents() {
            switch event {
            case .accepted:
                bridge.brokerConnected(at: now)
                ProgramService.notify("STATUS=connected")
                log(brokerSchedule.succeed(at: now))
            case .refused(let reason): end = reason
            case .received(let message): bridge.receive(message, at: now, random: random)
            case .acknowledged(let refusal):
                bridge.brokerAcknowledged()
                if let refusal { report("the broker refuses messages: \(refusal)") }
            case .subscriptionsRefused: report("the broker refuses subscriptions; its access lists decide")
            }
        }
        if let end { loseBroker(end) }
    }

    /// Writes a line once: a broker that accepts and then ends connections would cause it at each attempt.
    private func report(_ line: String) {
        if reported.insert(line).inserted { Journal.write(line, .warning) }
    }
}
