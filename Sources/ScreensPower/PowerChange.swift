import struct ScreensLinux.MonotonicTime

extension DisplayPower {
    enum Phase: Sendable, Hashable { case unknown, on, goingOff, off, comingOn }

    /// The times of the plan.
    enum Times {
        /// The time from one question to the next.
        static let ask = Duration.seconds(2)
        /// The time from an order to the next one, if the television answers that it did not follow.
        static let again = Duration.seconds(30)
        /// The longest proof.
        static let proof = Duration.seconds(60)
        /// The longest wait for the service, which answers each order within some seconds.
        static let service = Duration.seconds(6)
        /// How long after standby a display that comes back has woken by itself.
        static let ownWake = Duration.seconds(60)
    }

    /// A change from on to off or the reverse.
    struct Change: Sendable, Hashable {
        struct Pending: Sendable, Hashable {
            let number: Int
            let verb: PowerOrder.Verb
            let deadline: MonotonicTime
        }

        let began: MonotonicTime
        /// The order without its answer.
        var pending: Pending?
        /// The orders that the television has taken, without questions.
        var orders = 0
        /// The time of the first of them, from which the proof counts.
        var sent: MonotonicTime?
        var nextAsk: MonotonicTime?
        /// The last answer about the power.
        var last: TelevisionPower?
        /// Whether the display is only asked, and turned on if it is off: the start of the daemon.
        var onlyAsks = false
        /// Whether the display is turned off again because it has woken by itself.
        var isAgain = false
        /// Whether turning on waits for an address.
        var awaitsAddress = false

        /// Counts an order that the television has taken.
        mutating func take(nextAsk: MonotonicTime?, at now: MonotonicTime) {
            orders += 1
            sent = sent ?? now
            awaitsAddress = false
            self.nextAsk = nextAsk
        }

        /// Waits for an address, with the signal on.
        ///
        /// - Parameter nextAsk: the time of the next attempt if the adapter has its address by now; nil to wait for it.
        mutating func awaitAddress(at now: MonotonicTime, nextAsk: MonotonicTime?) {
            sent = sent ?? now
            awaitsAddress = true
            self.nextAsk = nextAsk
        }

        /// The next time at which something has to be done.
        var deadline: MonotonicTime? {
            if let pending { return pending.deadline }
            return [nextAsk, limit].compactMap(\.self).min()
        }

        var limit: MonotonicTime { (sent ?? began).advanced(by: Times.proof) }
    }
}

extension MonotonicTime {
    /// The whole seconds until another point in time.
    func seconds(to other: MonotonicTime) -> Int { Int(duration(to: other).components.seconds) }
}
