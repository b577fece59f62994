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
    /// The state that the television has taken by itself, as it says.
    private var attention = TelevisionAttention.ours
    private var remoteOff = Policy.ignore
    private var otherSource = Policy.ignore
    private var showsBlack = false
    private var wanted: Bool?
    private var phase = Phase.unknown
    private var change: PowerChange?
    private var adapter: PowerAdapter?
    /// The reason for the absence of an adapter, as a part of a sentence.
    private var absence = "no adapter is known yet"
    /// The end of the last change.
    private var since = MonotonicTime.zero
    /// Whether the display was turned off again once, because it had woken by itself.
    private var hasRepeated = false
    /// Whether the display has to be asked once there is an adapter: it could not be asked yet.
    private var isUnasked = false
    /// Whether the screen had no picture as another display came in the place of the last one.
    private var wasOff = false
    private var lastNumber = 0
    private var reports = ReportLimit()
    /// The time of the last event in seconds since 1970; nil if the clock is not set.
    private var date: Int64?

    private enum Phase: Sendable, Hashable { case unknown, on, goingOff, off, comingOn }

    /// How long after standby a display that comes back has woken by itself.
    private static let ownWake = Duration.seconds(60)

    package init() {}

    /// The time at which ``Event/timeCame`` is due; nil if nothing is.
    package var deadline: MonotonicTime? { [change?.deadline, reports.resumption].compactMap(\.self).min() }
    /// The picture of the screen now.
    package var picture: Picture {
        let off: Picture = showsBlack ? .black : .nothing
        switch phase {
        case .unknown: return wasOff ? off : .content
        case .on: return policy == .follow ? off : .content
        case .goingOff: return change?.beganOff == true ? off : .black
        case .off: return off
        case .comingOn: return change.map { $0.sent == nil && !$0.asksFirst } ?? false ? off : .content
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
        case .on: return attention.text(policy) ?? outcome.textOfOn
        }
    }

    /// Whether the content holds, because the television does not show it.
    package var holdsContent: Bool { phase == .on && (policy == .hold || policy == .follow) }

    /// The policy for what the television does now; nil if it shows the screen.
    private var policy: Policy? {
        switch attention {
        case .ours, .unknown: nil
        case .off: remoteOff
        case .otherSource: otherSource
        }
    }

    /// Forgets the display and its change, because another one is in its place: it is asked as at the start.
    ///
    /// - Parameter learned: what is known about the new one.
    package mutating func replace(knowing learned: LearnedPower) {
        self.learned = learned
        // A receiver changes the EDID with its own power, in off hours too.
        wasOff = phase == .off || phase == .goingOff && change?.beganOff == true || phase == .unknown && wasOff
        wanted = nil
        phase = .unknown
        change = nil
        outcome = .signal
        attention = .ours
        hasRepeated = false
        isUnasked = false
    }

    /// Takes an event.
    ///
    /// - Parameter date: the time in seconds since 1970, for what is learned; nil if the clock is not set.
    /// - Returns: what to do, in order.
    package mutating func take(_ event: Event, at now: MonotonicTime, on date: Int64? = nil) -> [Action] {
        self.date = date
        return switch event {
        case .wanted(let isOn): want(isOn, at: now)
        case .way(let way, let showsBlack): use(way, showsBlack, at: now)
        case .policies(let remoteOff, let otherSource): use(remoteOff, otherSource)
        case .adapter(let adapter, let reason): take(adapter, because: reason, at: now)
        case .connected(let isConnected): takeConnection(isConnected, at: now)
        case .begun(let number): begin(number, at: now)
        case .answered(let number, let answer):
            advance(at: now) { change, isAddressed, learned in
                change.take(answer, to: number, at: now, isAddressed: isAddressed, &learned)
            }
        case .reported(let report): take(report, at: now)
        case .timeCame:
            (reports.resume(at: now) ? inquire(at: now) : [])
                + advance(at: now) { change, isAddressed, learned in
                    change.takeTime(now, isAddressed: isAddressed, &learned)
                }
        }
    }

    // MARK: Orders

    private mutating func begin(_ number: Int, at now: MonotonicTime) -> [Action] {
        change?.begin(number, at: now)
        return []
    }

    /// Makes an order and waits for its answer.
    private mutating func order(_ verb: PowerOrder.Verb, at now: MonotonicTime) -> [Action] {
        let actions = send(verb, at: now)
        if !actions.isEmpty { change?.await(lastNumber, verb, at: now) }
        return actions
    }

    /// Makes an order whose answer changes nothing.
    private mutating func send(_ verb: PowerOrder.Verb, at now: MonotonicTime) -> [Action] {
        guard let adapter else { return [] }
        lastNumber += 1
        let end = now.advanced(by: PowerOrder.lifetime)
        return [.order(PowerOrder(lastNumber, verb, to: adapter.path, isOff: wanted == false, until: end))]
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
        return isOn ? beginOn(isFirst: isFirst, at: now) : beginOff(isFirst: isFirst, at: now)
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
            attention = .ours
            // The service leaves an adapter that no screen uses.
            return []
        }
        // No order was sent because the display was known not to follow: `cec` sends it all the same.
        let isUnsent = if case .notOrdered = outcome { true } else { false }
        return former == .signal || way == .cec && isUnsent ? check(at: now) : []
    }

    private mutating func use(_ remoteOff: Policy, _ otherSource: Policy) -> [Action] {
        self.remoteOff = remoteOff
        self.otherSource = otherSource
        return []
    }

    private mutating func take(
        _ adapter: PowerAdapter?, because reason: String, at now: MonotonicTime
    ) -> [Action] {
        let former = self.adapter
        let formerAbsence = absence
        self.adapter = adapter
        absence = reason
        if outcome == .notOrdered(formerAbsence), phase == .on || phase == .off {
            outcome = reasonForNoOrder(isOff: phase == .off) ?? outcome
        }
        guard way != .signal, adapter != former else { return [] }
        let hadAddress = former?.isAddressed == true
        switch phase {
        case .goingOff: return followWhileGoingOff(hadAddress, at: now)
        case .comingOn: return followWhileComingOn(at: now)
        case .off:
            // Each bounce of the signal would make the kernel announce the player, which wakes televisions.
            if let adapter, hadAddress, !adapter.isAddressed, adapter.isClaimed { return send(.release, at: now) }
            return isUnasked && adapter != nil ? check(at: now) : []
        case .on:
            let isReached = !hadAddress && adapter?.isAddressed == true
            // A plug may have brought another television.
            if isReached { learned.forgetAbsence() }
            if reasonForNoOrder(isOff: false) != nil { change = nil }
            return followWhileOn(isNew: former?.path != adapter?.path, isBack: former != nil && isReached, at: now)
        case .unknown: return []
        }
    }

    // MARK: Reports

    private mutating func take(_ report: PowerReport, at now: MonotonicTime) -> [Action] {
        guard way != .signal else { return [] }
        let verdict = reports.take(at: now)
        // A screen that follows its television is not dark because a report is left out.
        if verdict != .take, showsAgain(report) { attention = .ours }
        switch verdict {
        case .take: break
        case .stop: return [.log("the television reports changes without a pause: they do not count for a minute")]
        case .leaveOut: return []
        }
        if showsAgain(report) {
            return note(.ours, report == .on ? "the television is on again" : "the television shows this machine")
        }
        switch (report, phase) {
        case (.standby, .on): return note(.off, "the television goes off by its remote control or its own timer")
        case (.standby, .goingOff):
            // Its answer is the proof.
            change?.noteAnnouncement(at: now)
            return []
        case (.otherSource, .on): return note(.otherSource, "the television shows another source")
        case (.on, .off), (.chosen, .off): return takeOwnWake(at: now)
        default: return []
        }
    }

    /// Whether a report says that the television shows the screen again.
    private func showsAgain(_ report: PowerReport) -> Bool {
        phase == .on && attention != .ours && (report == .chosen || report == .on && attention != .otherSource)
    }

    private mutating func note(_ attention: TelevisionAttention, _ text: String) -> [Action] {
        // A report that comes while the television is asked is newer than the answer.
        change = nil
        guard attention != self.attention else { return [] }
        self.attention = attention
        return [.log(text)]
    }

    // MARK: Changes

    private mutating func beginOff(isFirst: Bool, at now: MonotonicTime) -> [Action] {
        isUnasked = adapter == nil
        hasRepeated = false
        let isDark = picture != .content
        let asksFirst = isFirst || attention == .off || attention == .unknown
        attention = .ours
        if let reason = reasonForNoOrder(isOff: true) { return finishOff(reason, at: now) }
        phase = .goingOff
        // A television that is off may take standby for a press of its power key.
        change = PowerChange(.off, at: now, on: date, asksFirst: asksFirst, beganOff: isDark)
        if asksFirst { return order(.ask, at: now) }
        return order(learned.standbyVerb, at: now)
    }

    private mutating func beginOn(isFirst: Bool, at now: MonotonicTime) -> [Action] {
        attention = .ours
        if isFirst {
            phase = .on
            isUnasked = true
            return check(at: now)
        }
        if let reason = reasonForNoOrder(needsAddress: false, isOff: false) {
            // The other program may give the adapter back.
            isUnasked = true
            return finishOn(reason, at: now)
        }
        isUnasked = false
        phase = .comingOn
        change = PowerChange(.on, at: now, on: date)
        return order(.wake, at: now)
    }

    /// Asks the display whether it is on or off as it has to be, and sends an order if it is not: the daemon has just
    /// started, or there was no adapter before.
    private mutating func check(at now: MonotonicTime) -> [Action] {
        guard way != .signal, phase == .on || phase == .off else { return [] }
        // A person has turned the television off: an adapter or a service that comes back does not turn it on.
        if attention == .off || attention == .unknown { return inquire(at: now) }
        let isOff = phase == .off
        if let reason = reasonForNoOrder(isOff: isOff) {
            outcome = reason
            // From now on a display that comes on is turned on by a person.
            if isOff { isUnasked = adapter == nil }
            return claimIfFree(at: now)
        }
        isUnasked = false
        phase = isOff ? .goingOff : .comingOn
        change = PowerChange(isOff ? .off : .on, at: now, on: date, asksFirst: true, beganOff: isOff)
        return order(.ask, at: now)
    }

    /// Claims an address unless another program has one, so that the reports of the television arrive.
    private mutating func claimIfFree(at now: MonotonicTime) -> [Action] {
        adapter?.claimant == nil && adapter?.isClaimed == false ? send(.claim, at: now) : []
    }

    /// Asks a television that may have been turned on or off unnoticed, and never turns it on.
    private mutating func inquire(at now: MonotonicTime) -> [Action] {
        guard way != .signal, phase == .on, change == nil else { return [] }
        // The question would claim an address, which wakes this display.
        if learned.wokeAfter != nil, adapter?.isClaimed == false { return noteInquiry(nil) }
        guard reasonForNoOrder(isOff: false) == nil else {
            isUnasked = isUnasked || attention != .ours
            return claimIfFree(at: now)
        }
        isUnasked = false
        change = PowerChange(.on, at: now, on: date, asksFirst: true, isInquiry: true)
        return order(.ask, at: now)
    }

    /// Takes the answer to an inquiry; nil if the television has not answered.
    private mutating func noteInquiry(_ power: TelevisionPower?) -> [Action] {
        switch power {
        case .standby: return note(.off, "the television is off, as it answers")
        case .on where attention == .off || attention == .unknown:
            outcome = .found("the television answered \"on\"")
            return note(.ours, "the television is on again, as it answers")
        case nil where attention == .off:
            return note(.unknown, "the television was off, and does not state its power: the screen is on")
        case .on, .toOn, .toStandby, nil: return []
        }
    }

    /// Takes the next step of the change under way.
    private mutating func advance(
        at now: MonotonicTime, _ step: (inout PowerChange, Bool, inout LearnedPower) -> PowerChange.Step
    ) -> [Action] {
        guard var change else { return [] }
        let next = step(&change, adapter?.isAddressed == true, &learned)
        self.change = change
        switch next {
        case .wait: return []
        case .order(let verb): return order(verb, at: now)
        case .end where change.isInquiry:
            self.change = nil
            return noteInquiry(change.last)
        case .end(let outcome, let verb):
            let last = verb.map { send($0, at: now) } ?? []
            return last + (phase == .goingOff ? finishOff(outcome, at: now) : finishOn(outcome, at: now))
        }
    }

    private mutating func finishOff(_ outcome: PowerOutcome, at now: MonotonicTime) -> [Action] {
        phase = .off
        change = nil
        self.outcome = outcome
        since = now
        guard way != .signal else { return [] }
        let log = [Action.log("off on purpose, \(outcome.text)")]
        let isClaimed = adapter?.isClaimed == true
        if isClaimed, adapter?.isAddressed == false || learned.wokeAfter != nil { return log + send(.release, at: now) }
        // The order says that the screen is off, which the service answers to other devices.
        return log + (isClaimed && !outcome.isOfService ? send(.claim, at: now) : [])
    }

    private mutating func finishOn(_ outcome: PowerOutcome, at now: MonotonicTime) -> [Action] {
        phase = .on
        change = nil
        self.outcome = outcome
        since = now
        // The order says that the screen is on, which the service answers to other devices.
        let claim = outcome.isOfService || adapter?.isClaimed != true ? [] : send(.claim, at: now)
        return claim + (text.map { [.log($0)] } ?? [])
    }

    private mutating func followWhileGoingOff(_ hadAddress: Bool, at now: MonotonicTime) -> [Action] {
        guard let change else { return [] }
        guard let adapter else { return finishOff(change.failure(absence), at: now) }
        if let name = adapter.claimant {
            return finishOff(change.failure(PowerAnswer.taken(by: name).reason), at: now)
        }
        return hadAddress && !adapter.isAddressed ? signalFell(at: now) : []
    }

    private mutating func takeConnection(_ isConnected: Bool, at now: MonotonicTime) -> [Action] {
        phase == .goingOff && !isConnected ? signalFell(at: now) : []
    }

    private mutating func signalFell(at now: MonotonicTime) -> [Action] {
        advance(at: now) { change, _, learned in change.confirmBySignal(at: now, &learned) }
    }

    /// Takes an adapter of a screen that is on.
    ///
    /// - Parameters:
    ///   - isNew: whether it is another adapter, or its service has come or ended.
    ///   - isBack: whether it has its address back.
    private mutating func followWhileOn(isNew: Bool, isBack: Bool, at now: MonotonicTime) -> [Action] {
        // A screen that follows its television is not dark because a message was lost.
        if isBack, attention != .ours { attention = attention == .off ? .unknown : .ours }
        if isNew, adapter != nil, attention == .otherSource { attention = .ours }
        return isNew || isUnasked || isBack && attention == .unknown ? check(at: now) : []
    }

    private mutating func followWhileComingOn(at now: MonotonicTime) -> [Action] {
        guard let change else { return [] }
        guard let adapter else { return finishOn(change.failure(absence), at: now) }
        guard adapter.isAddressed, !change.isPending else { return [] }
        if change.awaitsAddress { return order(.wake, at: now) }
        if change.sent != nil || change.asksFirst { self.change?.resumeAsking(at: now) }
        return []
    }

    /// Takes that the display is on, although it was turned off: it is turned off once more if it has woken by itself
    /// soon afterwards, and left alone otherwise.
    private mutating func takeOwnWake(at now: MonotonicTime) -> [Action] {
        guard outcome.isOrdered, now < since.advanced(by: Self.ownWake) else {
            return [.log("the display is on, by a person or by itself: it is left alone")]
        }
        let seconds = since.seconds(to: now)
        learned.note(wokeAfter: seconds)
        guard !hasRepeated, adapter?.isAddressed == true, adapter?.claimant == nil else {
            return [.log("the display woke by itself after \(seconds) s: it is left alone")]
        }
        hasRepeated = true
        phase = .goingOff
        change = PowerChange(.off, at: now, on: date, isAgain: true, beganOff: true)
        return [.log("the display woke by itself after \(seconds) s: it is turned off once more")]
            + order(learned.standbyVerb, at: now)
    }
}
