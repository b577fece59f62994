import Glibc
import ScreensCEC
import ScreensLinux
import ScreensPower

/// One adapter: its messages in both directions, and its logical address.
@MainLoop
final class AdapterSession {
    /// The name that televisions show for the machine, and by which a later run knows its own
    /// logical address.
    private static let name = "Screens"
    /// The time in which a device answers, and refuses.
    private static let answerTime = Duration.seconds(1)
    /// The longest time to claim a logical address.
    private static let claimTime = Duration.seconds(2)
    /// The most messages that are taken before other descriptors have their turn.
    private static let mostAtOnce = 64

    /// The open adapter; nil after it was pulled out.
    private var device: Device?
    private let path: String
    private let driver: String
    private let connector: PowerAdapter.Connector?
    private var state = CECAdapter.State.unconnected
    private var follower = CECFollower()
    /// The own messages without their outcome.
    private var outcomes: [UInt32: CheckedContinuation<CECAdapter.Outcome, Never>] = [:]
    /// The message whose refusal is awaited, and the next change of the state.
    private var refusal: (opcode: UInt8, wait: LoopWait)?
    private var claim: LoopWait?
    /// The orders, one after the other.
    private var last: Task<PowerAnswer, Never>?
    private var lastReport: PowerReport?
    private let onChange: @MainLoop () -> Void
    private let onReport: @MainLoop (PowerReport) -> Void
    private let onEnd: @MainLoop () -> Void

    /// Opens an adapter.
    ///
    /// - Parameters:
    ///   - onChange: called when ``adapter`` has changed.
    ///   - onReport: called with what the television does by itself.
    ///   - onEnd: called when the adapter was pulled out.
    init(
        _ path: String, onChange: @escaping @MainLoop () -> Void,
        onReport: @escaping @MainLoop (PowerReport) -> Void, onEnd: @escaping @MainLoop () -> Void
    ) throws(SystemError) {
        self.path = path
        self.onChange = onChange
        self.onReport = onReport
        self.onEnd = onEnd
        let device = try CECAdapter(path: path)
        guard device.canSend else { throw SystemError(call: "CEC_ADAP_G_CAPS", object: path, errno: EOPNOTSUPP) }
        try device.follow()
        driver = device.driver
        connector = device.connector
        state = try device.state()
        self.device = Device(try Watched(device) { [weak self] _ in self?.takeEvents() })
        self.device?.watched.wait(for: [.input, .priority])
        follow(state)
    }

    /// The adapter as the daemon gets it.
    var adapter: PowerAdapter {
        let isOwn = state.owner == Self.name
        return PowerAdapter(
            path, driver: driver, connector: connector, isAddressed: state.physicalAddress != .none, isClaimed: isOwn,
            claimant: isOwn ? nil : state.owner)
    }

    /// Gives the logical address back.
    func release() {
        guard state.owner == Self.name else { return }
        try? device?.watched.source.release()
    }

    /// Carries out an order after the orders before it.
    func carryOut(_ order: PowerOrder) async -> PowerAnswer {
        let former = last
        let task = Task { () -> PowerAnswer in
            _ = await former?.value
            return await answer(order)
        }
        last = task
        return await task.value
    }

    /// An owner of the adapter, which cannot be copied.
    private final class Device: Sendable {
        let watched: Watched<CECAdapter>

        init(_ watched: consuming Watched<CECAdapter>) { self.watched = watched }
    }

    // MARK: Orders

    private func answer(_ order: PowerOrder) async -> PowerAnswer {
        follower.isOff = order.isOff
        lastReport = nil
        do throws(SystemError) {
            if order.verb == .release {
                release()
                return .sent
            }
            if state.owner != Self.name {
                guard state.owner == nil else { return .taken(by: state.owner) }
                try await claimAddress()
            }
            switch order.verb {
            case .claim, .release: return .sent
            case .standby: return try await send(.standby)
            case .standbyAsSource:
                try await announce()
                return try await send(.standby)
            case .wake: return try await wake()
            case .source:
                // Broadcasts are not acknowledged.
                try await announce()
                try await announce()
                return .sent
            case .ask: return try await ask()
            }
        } catch {
            switch error.errno {
            case ENONET: return .unaddressed
            case EBUSY: return .taken(by: state.owner == Self.name ? nil : state.owner)
            default: return .failed
            }
        }
    }

    /// Claims a logical address. Without a physical address the kernel claims it later, and messages that turn the
    /// television on are sent without one.
    private func claimAddress() async throws(SystemError) {
        let wait = LoopWait(Self.claimTime)
        claim = wait
        defer { claim = nil }
        try use { device throws(SystemError) in try device.claim(as: Self.name) }
        readState()
        guard state.physicalAddress != .none, state.addresses.isEmpty else { return }
        _ = await wait.value
    }

    private func wake() async throws(SystemError) -> PowerAnswer {
        for message in CECMessage.oneTouchPlay {
            let answer = try await send(message)
            if case .keyPressed = message, answer == .sent { _ = try await send(.keyReleased) }
            guard answer == .refused else { return answer }
        }
        return .refused
    }

    private func ask() async throws(SystemError) -> PowerAnswer {
        switch try await outcome(of: .givePowerStatus, awaiting: 0x90) {
        case .taken(let answer):
            guard case .reportPowerStatus(let power)? = answer?.message else { return .silent }
            return .power(power)
        case .absent: return .absent
        case .refused: return .refused
        case .silent: return .silent
        case .failed: return .failed
        }
    }

    // MARK: Messages

    /// Sends a message to the television, and waits for its refusal as long as it may take to come.
    private func send(_ message: CECMessage) async throws(SystemError) -> PowerAnswer {
        let wait = LoopWait(Self.answerTime)
        refusal = (message.bytes[0], wait)
        defer { refusal = nil }
        switch try await outcome(of: message) {
        case .taken: return await wait.value ? .refused : .sent
        case .absent: return .absent
        case .refused: return .refused
        case .silent: return .silent
        case .failed: return .failed
        }
    }

    private func announce() async throws(SystemError) {
        guard state.physicalAddress != .none else {
            throw SystemError(call: "CEC_TRANSMIT", object: path, errno: ENONET)
        }
        follower.becomeSource()
        _ = try await outcome(of: .activeSource(state.physicalAddress), to: .all)
    }

    private func outcome(
        of message: CECMessage, to destination: CECLogicalAddress = .television, awaiting opcode: UInt8? = nil
    ) async throws(SystemError) -> CECAdapter.Outcome {
        let frame = CECFrame(from: state.addresses.first ?? .all, to: destination, message)
        var number: UInt32 = 0
        try use { device throws(SystemError) in number = try device.send(frame, awaiting: opcode) }
        return await withCheckedContinuation { outcomes[number] = $0 }
    }

    /// Calls a function with the adapter.
    private func use(_ body: (borrowing CECAdapter) throws(SystemError) -> Void) throws(SystemError) {
        guard let device else { throw SystemError(call: "CEC_TRANSMIT", object: path, errno: ENODEV) }
        try body(device.watched.source)
    }

    // MARK: Events

    private func takeEvents() {
        do throws(SystemError) {
            for _ in 0..<Self.mostAtOnce {
                var event: CECAdapter.Event?
                try use { device throws(SystemError) in event = try device.next() }
                guard let event else { return }
                take(event)
            }
        } catch {
            end()
        }
    }

    private func take(_ event: CECAdapter.Event) {
        switch event {
        case .sent(let number, let outcome, _): outcomes.removeValue(forKey: number)?.resume(returning: outcome)
        case .received(let frame): take(frame)
        case .lost:
            // The outcome of an order may be among the lost events, and would be waited for without an end.
            failOrders()
        case .changed: readState()
        }
    }

    private func take(_ frame: CECFrame) {
        if case .featureAbort(let opcode, _)? = frame.message, frame.initiator == .television,
            opcode == refusal?.opcode
        {
            refusal?.wait.end(true)
        }
        let (answers, report) = follower.take(frame)
        for answer in answers {
            // The other device repeats its question if the bus is full.
            try? use { device throws(SystemError) in _ = try device.send(answer) }
        }
        // A device that says the same without a pause is reported once.
        guard let report, report != lastReport else { return }
        lastReport = report
        onReport(report)
    }

    private func readState() {
        guard let state = try? device?.watched.source.state() else { return }
        self.state = state
        follow(state)
        if !state.addresses.isEmpty { claim?.end(true) }
        onChange()
    }

    private func follow(_ state: CECAdapter.State) {
        follower.physicalAddress = state.physicalAddress
        follower.address = state.owner == Self.name ? state.addresses.first : nil
    }

    private func end() {
        device = nil
        failOrders()
        onEnd()
    }

    private func failOrders() {
        let waiting = outcomes.values
        outcomes = [:]
        for order in waiting { order.resume(returning: .failed) }
    }
}
