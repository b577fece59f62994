import Glibc
import ScreensCEC
import ScreensLinux
import ScreensPower
import ScreensServing

/// One adapter that a screen uses: its messages in both directions, and its logical address.
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
    private var waitingAnswers = AnswerLimit()
    /// The own messages without their outcome.
    private var outcomes: [UInt32: CheckedContinuation<CECAdapter.Outcome, Never>] = [:]
    /// The message whose refusal is awaited, and the next change of the state.
    private var refusal: (opcode: UInt8, answer: PowerAnswer, wait: LoopWait)?
    private var claim: LoopWait?
    /// Whether the daemon wants a logical address.
    private var wantsAddress = false
    /// The repetition of a claim that failed, and its timer.
    private var repetition = ClaimRepetition()
    private var claimTimer: LoopTimer?
    /// The order that waits for the end of the one under way.
    private var next: PowerOrder?
    private var isBusy = false
    private var report: PowerReport?
    private var lastReport: PowerReport?
    /// A television that reports changes without a pause does not keep the daemon busy.
    private lazy var reports = ThinnedCall { [weak self] in self?.sendReport() }
    private let onBegin: @MainLoop (PowerOrder) -> Void
    private let onAnswer: @MainLoop (PowerAnswer, PowerOrder) -> Void
    private let onChange: @MainLoop () -> Void
    private let onReport: @MainLoop (PowerReport) -> Void
    private let onEnd: @MainLoop () -> Void

    /// Opens an adapter.
    ///
    /// - Parameters:
    ///   - onBegin: called when an order is carried out from now on.
    ///   - onAnswer: called with the answer to an order.
    ///   - onChange: called when ``adapter`` has changed.
    ///   - onReport: called with what the television does by itself.
    ///   - onEnd: called when the adapter was pulled out.
    init(
        _ path: String, onBegin: @escaping @MainLoop (PowerOrder) -> Void,
        onAnswer: @escaping @MainLoop (PowerAnswer, PowerOrder) -> Void, onChange: @escaping @MainLoop () -> Void,
        onReport: @escaping @MainLoop (PowerReport) -> Void, onEnd: @escaping @MainLoop () -> Void
    ) throws(SystemError) {
        self.path = path
        self.onBegin = onBegin
        self.onAnswer = onAnswer
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
        Self.adapter(path, isOpen: true, driver: driver, connector: connector, state)
    }

    /// Reads an adapter that no screen uses, without following it: other programs are not disturbed. A logical address
    /// that an earlier run has left there is given back.
    static func unused(_ path: String) throws(SystemError) -> PowerAdapter? {
        let device = try CECAdapter(path: path)
        guard device.canSend else { return nil }
        if try device.state().owner == name { try device.release() }
        return adapter(
            path, isOpen: false, driver: device.driver, connector: device.connector, try device.state())
    }

    private static func adapter(
        _ path: String, isOpen: Bool, driver: String, connector: PowerAdapter.Connector?, _ state: CECAdapter.State
    ) -> PowerAdapter {
        let isOwn = state.owner == name
        return PowerAdapter(
            path, isOpen: isOpen, driver: driver, connector: connector,
            isAddressed: state.physicalAddress != .none, isClaimed: isOwn, claimant: isOwn ? nil : state.owner)
    }

    /// Takes the physical address that the display's EDID has, which an adapter on USB does not know.
    ///
    /// - Parameter address: nil without a display.
    func take(_ address: UInt16?) {
        let wanted = address.map(CECPhysicalAddress.init) ?? .none
        guard let device, device.watched.source.takesPhysicalAddress, wanted != state.physicalAddress else { return }
        do throws(SystemError) {
            try device.watched.source.setPhysicalAddress(wanted)
        } catch {
            Journal.write("\(error)", .warning)
        }
        readState()
    }

    /// Gives the logical address back.
    func release() {
        guard state.owner == Self.name else { return }
        try? device?.watched.source.release()
    }

    /// Ends the use of the adapter, which other programs have from now on.
    func leave() {
        release()
        device = nil
        claimTimer = nil
        failOrders()
    }

    /// Carries out an order after the one under way, in place of an order that still waits. An order whose time has
    /// passed, because the program hung, is left out.
    func carryOut(_ order: PowerOrder) {
        next = order
        guard !isBusy else { return }
        isBusy = true
        Task {
            while let order = next {
                next = nil
                guard MonotonicTime.now <= order.end else { continue }
                onBegin(order)
                onAnswer(await answer(order), order)
            }
            isBusy = false
        }
    }

    /// An owner of the adapter, which cannot be copied.
    private final class Device: Sendable {
        let watched: Watched<CECAdapter>

        init(_ watched: consuming Watched<CECAdapter>) { self.watched = watched }
    }

    // MARK: Orders

    private func answer(_ order: PowerOrder) async -> PowerAnswer {
        follower.isOff = order.isOff
        report = nil
        lastReport = nil
        wantsAddress = order.verb != .release
        defer { watchClaim() }
        do throws(SystemError) {
            if order.verb == .release {
                release()
                return .sent
            }
            if state.owner != Self.name {
                guard state.owner == nil else { return .taken(by: state.owner) }
                try await claimAddress()
            } else if repetition.hasFailed {
                release()
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

    /// Repeats a claim that failed, after a pause. While the screen is off, the bus stays silent.
    private func watchClaim() {
        guard device != nil, wantsAddress, !follower.isOff, ClaimRepetition.isDue(in: state, as: Self.name) else {
            claimTimer = nil
            repetition = ClaimRepetition()
            return
        }
        guard claimTimer == nil else { return }
        claimTimer = LoopTimer(after: repetition.next()) { [weak self] in self?.repeatClaim() }
    }

    private func repeatClaim() {
        claimTimer = nil
        if !isBusy {
            release()
            try? use { device throws(SystemError) in try device.claim(as: Self.name) }
        }
        readState()
    }

    private func wake() async throws(SystemError) -> PowerAnswer {
        var last = PowerAnswer.refused
        for message in CECMessage.oneTouchPlay {
            let answer = try await send(message)
            if case .keyPressed = message, answer == .sent { _ = try await send(.keyReleased) }
            guard answer == .refused || answer == .deferred else { return answer }
            if answer == .deferred { last = .deferred }
        }
        return last
    }

    private func ask() async throws(SystemError) -> PowerAnswer {
        switch try await outcome(of: .givePowerStatus, awaiting: 0x90) {
        case .taken(let answer):
            guard case .reportPowerStatus(let power)? = answer?.message else { return .silent }
            return .power(power)
        case .absent: return .absent
        case .refused(let reason): return PowerAnswer(refusalReason: reason)
        case .silent: return .silent
        case .failed: return .failed
        }
    }

    // MARK: Messages

    /// Sends a message to the television, and waits for its refusal as long as it may take to come.
    private func send(_ message: CECMessage) async throws(SystemError) -> PowerAnswer {
        let wait = LoopWait(Self.answerTime)
        refusal = (message.bytes[0], .refused, wait)
        defer { refusal = nil }
        switch try await outcome(of: message) {
        case .taken: return await wait.value ? refusal?.answer ?? .refused : .sent
        case .absent: return .absent
        case .refused(let reason): return PowerAnswer(refusalReason: reason)
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
        case .sent(let number, let outcome, _):
            waitingAnswers.end(number)
            outcomes.removeValue(forKey: number)?.resume(returning: outcome)
        case .received(let frame): take(frame)
        case .lost:
            // The outcome of an order may be among the lost events, and would be waited for without an end.
            failOrders()
        case .changed: readState()
        }
    }

    private func take(_ frame: CECFrame) {
        if case .featureAbort(let opcode, let reason)? = frame.message, frame.initiator == .television,
            opcode == refusal?.opcode
        {
            refusal?.answer = PowerAnswer(refusalReason: reason)
            refusal?.wait.end(true)
        }
        let (answers, report) = follower.take(frame)
        for answer in answers where waitingAnswers.allows(answer.destination) {
            // The other device repeats its question if the bus is full.
            try? use { device throws(SystemError) in
                waitingAnswers.add(try device.send(answer), to: answer.destination)
            }
        }
        guard let report else { return }
        self.report = self.report?.followed(by: report) ?? report
        reports.request()
    }

    /// Reports the last act of the television. A device that says the same again and again is reported once.
    private func sendReport() {
        guard let report else { return }
        self.report = nil
        guard report != lastReport else { return }
        lastReport = report
        onReport(report)
    }

    private func readState() {
        guard let state = try? device?.watched.source.state() else { return }
        self.state = state
        follow(state)
        if !state.addresses.isEmpty { claim?.end(true) }
        watchClaim()
        onChange()
    }

    private func follow(_ state: CECAdapter.State) {
        follower.physicalAddress = state.physicalAddress
        follower.address = state.owner == Self.name ? state.addresses.first : nil
    }

    private func end() {
        device = nil
        claimTimer = nil
        failOrders()
        onEnd()
    }

    private func failOrders() {
        waitingAnswers.forget()
        let waiting = outcomes.values
        outcomes = [:]
        for order in waiting { order.resume(returning: .failed) }
    }
}
