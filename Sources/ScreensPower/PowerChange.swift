import struct ScreensLinux.MonotonicTime

/// A change of a display from on to off or the reverse: its orders, and the proof that they were followed.
///
/// Pure: an answer or the time in, the next step out.
struct PowerChange: Sendable, Hashable {
    enum Direction: Sendable, Hashable { case off, on }

    /// The next step, after an answer or at a time.
    enum Step: Sendable, Hashable {
        case wait
        case order(PowerOrder.Verb)
        /// The change is over, after a last order whose answer changes nothing.
        case end(PowerOutcome, sending: PowerOrder.Verb? = nil)
    }

    /// The times of a change.
    enum Times {
        /// The time from one question to the next.
        static let ask = Duration.seconds(2)
        /// The time from an order to the next one, if the television answers that it did not follow.
        static let again = Duration.seconds(30)
        /// The longest proof.
        static let proof = Duration.seconds(60)
        /// The longest time until the service begins an order, which is not carried out afterwards.
        static let beginning = PowerOrder.lifetime
        /// The longest time from then to the answer: a claim takes 2 s, and each of four messages up to 3 s.
        static let service = Duration.seconds(14)
    }

    private struct Pending: Sendable, Hashable {
        let number: Int
        let verb: PowerOrder.Verb
        var deadline: MonotonicTime
    }

    let direction: Direction
    /// Whether the display is asked first, and an order follows only if the answer is the other state: the daemon has
    /// just started, or the display has changed by itself.
    let asksFirst: Bool
    /// Whether the display is turned off again because it has woken by itself.
    let isAgain: Bool
    /// Whether the screen was off before the change.
    let beganOff: Bool
    /// Whether the display is asked only: no order follows.
    let isInquiry: Bool
    /// The time of the calendar, in seconds since 1970; nil if it is not known.
    let date: Int64?
    private let began: MonotonicTime
    /// The order without its answer.
    private var pending: Pending?
    /// The orders that the television has taken, without questions.
    private(set) var orders = 0
    /// The time of the first of them, from which the proof counts.
    private(set) var sent: MonotonicTime?
    private(set) var nextAsk: MonotonicTime?
    /// Whether the television did not take the last order at that moment: it has not ignored it.
    private(set) var isDeferred = false
    /// The last answer about the power.
    private(set) var last: TelevisionPower?
    /// Whether turning on waits for an address.
    private(set) var awaitsAddress = false

    init(
        _ direction: Direction, at now: MonotonicTime, on date: Int64?, asksFirst: Bool = false, isAgain: Bool = false,
        beganOff: Bool = false, isInquiry: Bool = false
    ) {
        self.direction = direction
        self.asksFirst = asksFirst
        self.isAgain = isAgain
        self.beganOff = beganOff
        self.isInquiry = isInquiry
        self.date = date
        began = now
    }

    /// Whether an order has no answer yet.
    var isPending: Bool { pending != nil }

    /// The next time at which something has to be done.
    var deadline: MonotonicTime? {
        if let pending { return pending.deadline }
        return [nextAsk, limit].compactMap(\.self).min()
    }

    private var limit: MonotonicTime { (sent ?? began).advanced(by: Times.proof) }

    /// Waits for the answer to an order.
    mutating func await(_ number: Int, _ verb: PowerOrder.Verb, at now: MonotonicTime) {
        pending = Pending(number: number, verb: verb, deadline: now.advanced(by: Times.beginning))
    }

    /// Takes that the service has begun an order.
    mutating func begin(_ number: Int, at now: MonotonicTime) {
        if pending?.number == number { pending?.deadline = now.advanced(by: Times.service) }
    }

    /// Counts an order that the television has taken, or has to be sent again, and asks it later.
    ///
    /// - Parameters:
    ///   - answer: the answer to the order.
    ///   - waits: whether the question waits for an address.
    mutating func count(_ answer: PowerAnswer, at now: MonotonicTime, waits: Bool = false) {
        orders += 1
        isDeferred = answer == .deferred
        sent = sent ?? now
        awaitsAddress = false
        nextAsk = waits ? nil : now.advanced(by: Times.ask)
    }

    /// Waits for an address, with the signal on.
    ///
    /// - Parameter isAddressed: whether the adapter has its address by now, so that the next attempt may follow.
    mutating func awaitAddress(at now: MonotonicTime, isAddressed: Bool) {
        sent = sent ?? now
        awaitsAddress = true
        nextAsk = isAddressed ? now.advanced(by: Times.ask) : nil
    }

    /// Takes the power, and asks again later.
    mutating func note(_ power: TelevisionPower, at now: MonotonicTime) {
        last = power
        askAgain(at: now)
    }

    mutating func askAgain(at now: MonotonicTime) { nextAsk = now.advanced(by: Times.ask) }

    /// Takes that the display does not answer. Its last answer is of another state: it may be deaf in standby.
    mutating func noteSilence(at now: MonotonicTime) {
        last = nil
        askAgain(at: now)
    }

    /// Asks no more until ``resumeAsking(at:)``.
    mutating func stopAsking() { nextAsk = nil }

    /// Asks at once, after there was no address to ask.
    mutating func resumeAsking(at now: MonotonicTime) { nextAsk = nextAsk ?? now }

    /// Takes that the television announces standby: it is asked at once.
    mutating func noteAnnouncement(at now: MonotonicTime) { if sent != nil, pending == nil { nextAsk = now } }

    /// The outcome if nothing more can be sent.
    func failure(_ reason: String) -> PowerOutcome { sent == nil ? .notOrdered(reason) : .unconfirmed(reason) }

    /// Takes the answer to an order. A late answer to an earlier order changes nothing.
    ///
    /// - Parameter isAddressed: whether the adapter has an address now.
    mutating func take(
        _ answer: PowerAnswer, to number: Int, at now: MonotonicTime, isAddressed: Bool, _ learned: inout LearnedPower
    ) -> Step {
        guard let pending, pending.number == number else { return .wait }
        self.pending = nil
        return switch direction {
        case .off: takeOff(answer, to: pending.verb, at: now, &learned)
        case .on: takeOn(answer, to: pending.verb, at: now, isAddressed: isAddressed, &learned)
        }
    }

    /// Takes that ``deadline`` has come.
    mutating func takeTime(
        _ now: MonotonicTime, isAddressed: Bool, _ learned: inout LearnedPower
    ) -> Step {
        guard let deadline, now >= deadline else { return .wait }
        guard pending == nil else {
            // The service hangs, or has ended.
            pending = nil
            return .end(failure(PowerAnswer.failed.reason))
        }
        if now >= limit { return direction == .off ? endOff(&learned) : endOn(isAddressed: isAddressed, &learned) }
        nextAsk = nil
        return .order(awaitsAddress ? .wake : .ask)
    }
}

extension MonotonicTime {
    /// The whole seconds until another point in time.
    func seconds(to other: MonotonicTime) -> Int { Int(duration(to: other).components.seconds) }
}
