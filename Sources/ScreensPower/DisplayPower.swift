import struct ScreensLinux.MonotonicTime

/// The plan by which one display is turned off and on: what is sent, when it is asked, and what its screen shows.
///
/// Pure: an event and the time in, actions out. Orders go before the signal, because a television without a signal has
/// no address: off is black at once, then the order, its proof, and then the signal; on is the reverse. At most two
/// orders are sent for a change, and from a minute after a change to the next one nothing is due.
package struct DisplayPower: Sendable, Hashable {
    /// The knowledge about the display.
    package private(set) var learned = LearnedPower()
    package private(set) var way = Way.signal
    /// The outcome of the last change.
    package private(set) var outcome = PowerOutcome.signal
    /// Whether the television went off by itself, or by its remote control.
    package private(set) var wentOff = false
    private var showsBlack = false
    private var wanted: Bool?
    private var phase = Phase.unknown
    private var change: Change?
    private var adapter: PowerAdapter?
    /// The reason for the absence of an adapter, as a part of a sentence.
    private var absence = "no adapter is known yet"
    /// The end of the last change.
    private var since = MonotonicTime.zero
    /// Whether the display was turned off again once, because it had woken by itself.
    private var hasRepeated = false
    /// Whether the display has to be asked once there is an adapter: the daemon has just started.
    private var isUnasked = false
    private var lastNumber = 0

    package init() {}
    /// The time at which ``Event/timeCame`` is due; nil if nothing is.
    package var deadline: MonotonicTime? { change?.deadline }
    /// The picture of the screen now.
    package var picture: Picture {
        let off: Picture = showsBlack ? .black : .nothing
        switch phase {
        case .unknown, .on: return .content
        case .goingOff: return change?.isAgain == true ? off : .black
        case .off: return off
        case .comingOn: return change.map { $0.sent == nil && !$0.onlyAsks } ?? false ? off : .content
        }
    }

    /// The state in words; nil if the signal alone decides.
    package var text: String? {
        guard way != .signal else { return nil }
        switch phase {
        case .unknown: return nil
        case .goingOff: return "going off: waits for the television"
        case .comingOn: return "coming on: waits for the television"
        case .off: return "off on purpose, \(outcome.text)"
        case .on:
            if wentOff { return "the television is off, by its remote control or its own timer" }
            return outcome.textOfOn
        }
    }

    /// Forgets the display, because another one is in its place.
    ///
    /// - Parameter learned: what is known about the new one.
    package mutating func replace(knowing learned: LearnedPower) {
        self.learned = learned
        wentOff = false
        hasRepeated = false
    }

    /// Takes an event.
    ///
    /// - Returns: what to do, in order.
    package mutating func take(_ event: Event, at now: MonotonicTime) -> [Action] {
        switch event {
        case .wanted(let isOn): want(isOn, at: now)
        case .way(let way, let showsBlack): use(way, showsBlack, at: now)
        case .adapter(let adapter, let reason): take(adapter, because: reason, at: now)
        case .connected(let isConnected): takeConnection(isConnected, at: now)
        case .answered(let number, let answer): take(answer, to: number, at: now)
        case .reported(let report): take(report, at: now)
        case .timeCame: takeTime(now)
        }
    }

    // MARK: Orders

    /// Makes an order and waits for its answer.
    private mutating func order(_ verb: PowerOrder.Verb, at now: MonotonicTime) -> [Action] {
        let actions = send(verb)
        if !actions.isEmpty {
            change?.pending = Change.Pending(
                number: lastNumber, verb: verb, deadline: now.advanced(by: Times.service))
        }
        return actions
    }

    /// Makes an order whose answer changes nothing.
    private mutating func send(_ verb: PowerOrder.Verb) -> [Action] {
        guard let adapter else { return [] }
        lastNumber += 1
        return [.order(PowerOrder(lastNumber, verb, to: adapter.path, isOff: wanted == false))]
    }

    /// Why no order is sent; nil if one is.
    private func reasonForNoOrder(needsAddress: Bool = true, isOff: Bool) -> PowerOutcome? {
        guard way != .signal else { return .signal }
        guard let adapter else { return .notOrdered(absence) }
        if let name = adapter.claimant { return .notOrdered(PowerAnswer.taken(by: name).reason) }
        if needsAddress, !adapter.isAddressed { return .notOrdered(PowerAnswer.unaddressed.reason) }
        // A television that standby does not reach may be off, and have to be turned on.
        guard isOff, way == .automatic else { return nil }
        return learned.standbyFailure.map { .notOrdered($0) }
    }

    // MARK: Settings

    private mutating func want(_ isOn: Bool, at now: MonotonicTime) -> [Action] {
        guard wanted != isOn else { return [] }
        let isFirst = wanted == nil
        wanted = isOn
        return isOn ? beginOn(isFirst: isFirst, at: now) : beginOff(at: now)
    }

    private mutating func use(_ way: Way, _ showsBlack: Bool, at now: MonotonicTime) -> [Action] {
        self.showsBlack = showsBlack
        guard way != self.way else { return [] }
        let former = self.way
        self.way = way
        if way == .signal {
            if phase == .goingOff { phase = .off }
            if phase == .comingOn { phase = .on }
            change = nil
            outcome = .signal
            wentOff = false
            return adapter?.isClaimed == true ? send(.release) : []
        }
        guard former == .signal, phase == .on else { return [] }
        return check(at: now)
    }

    private mutating func take(
        _ adapter: PowerAdapter?, because reason: String, at now: MonotonicTime
    ) -> [Action] {
        let former = self.adapter
        self.adapter = adapter
        if adapter == nil, outcome == .notOrdered(absence), phase == .on { outcome = .notOrdered(reason) }
        absence = reason
        guard way != .signal, adapter != former else { return [] }
        let hadAddress = former?.isAddressed == true
        switch phase {
        case .goingOff: return followWhileGoingOff(hadAddress, at: now)
        case .comingOn: return followWhileComingOn(at: now)
        case .off:
            // Each bounce of the signal would make the kernel announce the player, which wakes televisions.
            guard let adapter, hadAddress, !adapter.isAddressed, adapter.isClaimed else { return [] }
            return send(.release)
        case .on:
            // A plug may have brought another television.
            if !hadAddress, adapter?.isAddressed == true, learned.standby == .absent { learned.forgetStandby() }
            return former?.path != adapter?.path || isUnasked ? check(at: now) : []
        case .unknown: return []
        }
    }

    // MARK: Reports

    private mutating func take(_ report: PowerReport, at now: MonotonicTime) -> [Action] {
        guard way != .signal else { return [] }
        switch (report, phase) {
        case (.standby, .on):
            guard !wentOff else { return [] }
            wentOff = true
            return [.log("the television goes off by its remote control or its own timer")]
        case (.standby, .goingOff):
            guard let change, change.sent != nil else { return [] }
            return follow(.standby, change, at: now)
        case (.on, .on), (.chosen, .on):
            guard wentOff else { return [] }
            wentOff = false
            return [.log("the television is on again")]
        case (.on, .off), (.chosen, .off): return takeOwnWake(at: now)
        default: return []
        }
    }
}

/// The way off.
extension DisplayPower {
    private mutating func beginOff(at now: MonotonicTime) -> [Action] {
        isUnasked = false
        hasRepeated = false
        if let reason = reasonForNoOrder(isOff: true) { return finishOff(reason, at: now) }
        if wentOff { return finishOff(.confirmed("the television had gone off by itself"), at: now) }
        phase = .goingOff
        change = Change(began: now)
        return order(learned.needsActiveSource ? .standbyAsSource : .standby, at: now)
    }

    private mutating func finishOff(_ outcome: PowerOutcome, at now: MonotonicTime) -> [Action] {
        phase = .off
        change = nil
        self.outcome = outcome
        since = now
        guard way != .signal else { return [] }
        let told = [Action.log("off on purpose, \(outcome.text)")]
        if outcome.isOrdered { return told + (learned.wokeAfter == nil ? [] : send(.release)) }
        // The order says that the screen is off, which the service answers to other devices.
        return told + (adapter?.isClaimed == true ? send(.claim) : [])
    }

    /// Takes the answer to an order on the way off.
    private mutating func takeOff(_ answer: PowerAnswer, to verb: PowerOrder.Verb, at now: MonotonicTime) -> [Action] {
        guard verb != .ask else { return takeOffProof(answer, at: now) }
        switch answer {
        case .sent, .silent, .power:
            change?.take(nextAsk: now.advanced(by: Times.ask), at: now)
            // Nothing shows whether a television that refuses to state its power goes off.
            return learned.isMute ? finishOff(.unconfirmed(answer.reason), at: now) : []
        case .absent: learned.note(standby: .absent)
        case .refused: learned.note(standby: .refused)
        case .unaddressed, .taken, .failed: break
        }
        return finishOff(failure(answer == .refused ? "the television refuses standby" : answer.reason), at: now)
    }

    /// The outcome if nothing more can be sent.
    private func failure(_ reason: String) -> PowerOutcome {
        change?.sent == nil ? .notOrdered(reason) : .unconfirmed(reason)
    }

    private mutating func takeOffProof(_ answer: PowerAnswer, at now: MonotonicTime) -> [Action] {
        guard let change, let sent = change.sent else { return [] }
        switch answer {
        case .power(let power): return follow(power, change, at: now)
        case .refused:
            learned.noteMute()
            return finishOff(.unconfirmed(answer.reason), at: now)
        case .unaddressed: return confirmBySignal(after: sent, at: now)
        case .taken, .failed:
            return finishOff(.unconfirmed(answer.reason), at: now)
        // Televisions fall silent while they change.
        case .sent, .absent, .silent:
            self.change?.nextAsk = now.advanced(by: Times.ask)
            return []
        }
    }

    /// Takes the power of a television that was sent standby.
    private mutating func follow(_ power: TelevisionPower, _ change: Change, at now: MonotonicTime) -> [Action] {
        let sent = change.sent ?? now
        self.change?.last = power
        self.change?.nextAsk = now.advanced(by: Times.ask)
        switch power {
        case .standby:
            let seconds = sent.seconds(to: now)
            learned.note(standby: .works(seconds: seconds))
            if change.orders > 1 { learned.noteNeedOfSource() }
            return finishOff(.confirmed("the television answered \"standby\" after \(seconds) s"), at: now)
        case .on where change.orders == 1 && !change.isAgain && now >= sent.advanced(by: Times.again):
            return order(.standbyAsSource, at: now)
        case .on, .toOn, .toStandby: return []
        }
    }

    /// Ends the proof of standby, which has taken its time.
    private mutating func endOffProof(at now: MonotonicTime) -> [Action] {
        guard change?.last == .on else {
            return finishOff(.unconfirmed("the television has not answered for 60 s"), at: now)
        }
        learned.note(standby: .ignored)
        return finishOff(.unconfirmed("the television answered \"on\" for 60 s"), at: now)
    }

    private mutating func confirmBySignal(after sent: MonotonicTime, at now: MonotonicTime) -> [Action] {
        let seconds = sent.seconds(to: now)
        learned.note(standby: .works(seconds: seconds))
        learned.noteDrop()
        let release = adapter?.isAddressed == false && adapter?.isClaimed == true ? send(.release) : []
        return finishOff(.confirmed("its signal fell after \(seconds) s"), at: now) + release
    }

    private mutating func followWhileGoingOff(_ hadAddress: Bool, at now: MonotonicTime) -> [Action] {
        guard let adapter else { return finishOff(failure(absence), at: now) }
        if let name = adapter.claimant { return finishOff(failure(PowerAnswer.taken(by: name).reason), at: now) }
        guard hadAddress, !adapter.isAddressed, let sent = change?.sent else { return [] }
        return confirmBySignal(after: sent, at: now)
    }

    private mutating func takeConnection(_ isConnected: Bool, at now: MonotonicTime) -> [Action] {
        guard phase == .goingOff, !isConnected, let sent = change?.sent else { return [] }
        return confirmBySignal(after: sent, at: now)
    }

    /// Takes that the display is on, although it was turned off: it is turned off once more if it has woken by itself
    /// soon afterwards, and left alone otherwise.
    private mutating func takeOwnWake(at now: MonotonicTime) -> [Action] {
        guard outcome.isOrdered, now < since.advanced(by: Times.ownWake) else {
            return [.log("the display is on, by a person or by itself: it is left alone")]
        }
        let seconds = since.seconds(to: now)
        learned.note(wokeAfter: seconds)
        guard !hasRepeated, adapter?.isAddressed == true, adapter?.claimant == nil else {
            return [.log("the display woke by itself after \(seconds) s: it is left alone")]
        }
        hasRepeated = true
        phase = .goingOff
        change = Change(began: now, isAgain: true)
        return [.log("the display woke by itself after \(seconds) s: it is turned off once more")]
            + order(.standby, at: now)
    }
}

/// The way on.
extension DisplayPower {
    private mutating func beginOn(isFirst: Bool, at now: MonotonicTime) -> [Action] {
        wentOff = false
        if isFirst {
            phase = .on
            isUnasked = true
            return check(at: now)
        }
        if let reason = reasonForNoOrder(needsAddress: false, isOff: false) { return finishOn(reason, at: now) }
        phase = .comingOn
        change = Change(began: now)
        return order(.wake, at: now)
    }

    /// Asks the display whether it is on, and turns it on if it is not: the daemon has just started, or there was no
    /// adapter before.
    private mutating func check(at now: MonotonicTime) -> [Action] {
        // A person has turned the television off: an adapter or a service that comes back does not turn it on.
        guard way != .signal, phase == .on, !wentOff else { return [] }
        if let reason = reasonForNoOrder(isOff: false) {
            outcome = reason
            return adapter?.claimant == nil && adapter?.isClaimed == false ? send(.claim) : []
        }
        isUnasked = false
        phase = .comingOn
        change = Change(began: now)
        change?.onlyAsks = true
        return order(.ask, at: now)
    }

    private mutating func finishOn(_ outcome: PowerOutcome, at now: MonotonicTime) -> [Action] {
        phase = .on
        change = nil
        self.outcome = outcome
        since = now
        // The order says that the screen is on, which the service answers to other devices.
        let told = outcome.isOrdered || adapter?.isClaimed != true ? [] : send(.claim)
        return told + (text.map { [.log($0)] } ?? [])
    }

    /// Takes the answer to an order on the way on.
    private mutating func takeOn(_ answer: PowerAnswer, to verb: PowerOrder.Verb, at now: MonotonicTime) -> [Action] {
        guard verb != .ask else { return takeOnProof(answer, at: now) }
        switch answer {
        case .sent, .silent, .power:
            change?.take(nextAsk: adapter?.isAddressed == true ? now.advanced(by: Times.ask) : nil, at: now)
            return []
        case .unaddressed:
            // The signal, which is on from now on, may bring the address back.
            change?.awaitAddress(at: now, nextAsk: adapter?.isAddressed == true ? now.advanced(by: Times.ask) : nil)
            return []
        case .absent: learned.note(wake: .absent)
        case .refused: learned.note(wake: .refused)
        case .taken, .failed: break
        }
        let reason = answer == .refused ? "the television refuses to be turned on" : answer.reason
        return finishOn(failure(reason), at: now)
    }

    private mutating func takeOnProof(_ answer: PowerAnswer, at now: MonotonicTime) -> [Action] {
        guard let change else { return [] }
        let onlyAsks = change.onlyAsks && change.orders == 0
        switch answer {
        case .power(let power):
            self.change?.last = power
            self.change?.nextAsk = now.advanced(by: Times.ask)
            return takeOnProof(power, change, at: now)
        case .refused:
            learned.noteMute()
            let source = onlyAsks ? [] : send(.source)
            return source + finishOn(.unconfirmed(answer.reason), at: now)
        case .taken, .failed:
            return finishOn(.unconfirmed(answer.reason), at: now)
        case .sent, .absent, .silent, .unaddressed:
            self.change?.nextAsk = answer == .unaddressed ? nil : now.advanced(by: Times.ask)
            return []
        }
    }

    private mutating func takeOnProof(
        _ power: TelevisionPower, _ change: Change, at now: MonotonicTime
    ) -> [Action] {
        let sent = change.sent ?? now
        switch power {
        case .on where change.onlyAsks && change.orders == 0:
            return finishOn(.confirmed("the television answered \"on\""), at: now)
        case .on:
            let seconds = sent.seconds(to: now)
            learned.note(wake: .works(seconds: seconds))
            return send(.source)
                + finishOn(
                    .confirmed("the television answered \"on\" after \(seconds) s"), at: now)
        case .standby where change.orders == 0: return order(.wake, at: now)
        case .standby where change.orders == 1 && now >= sent.advanced(by: Times.again):
            return order(.wake, at: now)
        case .standby, .toOn, .toStandby: return []
        }
    }

    /// Ends the proof, which has taken its time.
    private mutating func endOnProof(at now: MonotonicTime) -> [Action] {
        if change?.orders == 0 { return finishOn(.notOrdered("the television does not answer"), at: now) }
        let reason =
            switch change?.last {
            case .standby: "the television answered \"standby\" for 60 s"
            default: "the television has not answered for 60 s"
            }
        if change?.last == .standby { learned.note(wake: .ignored) }
        let source = adapter?.isAddressed == true ? send(.source) : []
        return source + finishOn(.unconfirmed(reason), at: now)
    }

    private mutating func followWhileComingOn(at now: MonotonicTime) -> [Action] {
        guard let adapter else { return finishOn(failure(absence), at: now) }
        guard adapter.isAddressed, let change, change.pending == nil else { return [] }
        if change.awaitsAddress { return order(.wake, at: now) }
        if change.sent != nil, change.nextAsk == nil { self.change?.nextAsk = now }
        return []
    }
}

/// Answers and times, for both ways.
extension DisplayPower {
    private mutating func take(_ answer: PowerAnswer, to number: Int, at now: MonotonicTime) -> [Action] {
        // A late answer to an earlier order changes nothing.
        guard let pending = change?.pending, pending.number == number else { return [] }
        change?.pending = nil
        return phase == .goingOff
            ? takeOff(answer, to: pending.verb, at: now) : takeOn(answer, to: pending.verb, at: now)
    }

    private mutating func takeTime(_ now: MonotonicTime) -> [Action] {
        guard let change, let deadline = change.deadline, now >= deadline else { return [] }
        if let pending = change.pending { return take(.failed, to: pending.number, at: now) }
        if now >= change.limit { return phase == .goingOff ? endOffProof(at: now) : endOnProof(at: now) }
        self.change?.nextAsk = nil
        return order(change.awaitsAddress ? .wake : .ask, at: now)
    }
}
