import ScreensLinux

@testable import ScreensPower

/// A television and the adapter to it, which behave as a test says, with the plan of its display, in virtual time.
struct SimulatedTelevision {
    /// How the television behaves.
    struct Behaviour: Sendable {
        var standbySeconds = 3
        var onSeconds = 8
        /// Whether it follows standby at all, only from the active source, or never.
        var standby = Following.always
        var answers = Answers.always
        /// The number of the next orders that it does not take.
        var defers = 0
        /// Whether each standby turns it on if it is off.
        var toggles = false
        /// Whether there is a television at the other end.
        var isThere = true
        /// Whether the hotplug signal falls in standby.
        var dropsHotplug = false
        /// The seconds after standby at which it is on again by itself, while the adapter is claimed.
        var wakesAfter: Int?
    }

    enum Following: Sendable { case always, fromSource, never, refuses }
    enum Answers: Sendable { case always, never, refuses, defers, afterChange }

    var behaviour: Behaviour
    private(set) var plan = DisplayPower()
    private(set) var now = MonotonicTime.zero
    private(set) var isOn = true
    private(set) var isSource = false
    private(set) var isClaimed = true
    private(set) var isAddressed = true
    /// The change of its power that is under way.
    private var change: (isOn: Bool, end: MonotonicTime)?
    private var wake: MonotonicTime?
    /// The orders so far that put something on the bus, without questions.
    private(set) var orders: [PowerOrder.Verb] = []
    /// The times at which the plan has woken.
    private(set) var wakeUps: [MonotonicTime] = []
    private(set) var logged: [String] = []

    init(_ behaviour: Behaviour, way: DisplayPower.Way = .automatic, showsBlack: Bool = false, isOn: Bool = true) {
        self.behaviour = behaviour
        self.isOn = isOn
        take(.way(way, showsBlack: showsBlack))
        take(.adapter(adapter, reason: ""))
    }

    static let path = "/dev/cec0"

    var adapter: PowerAdapter {
        PowerAdapter(
            Self.path, driver: "vivid", connector: nil, isAddressed: isAddressed, isClaimed: isClaimed, claimant: nil)
    }

    mutating func take(_ event: DisplayPower.Event) {
        carryOut(plan.take(event, at: now))
    }

    /// Goes off by its remote control.
    mutating func goOff() {
        isOn = false
        take(.reported(.standby))
    }

    /// Loses the claim of its adapter, as with a service that ends.
    mutating func release() { isClaimed = false }

    /// Is another display, of which something is known.
    mutating func know(_ learned: LearnedPower, wanted isOn: Bool = true) {
        plan.replace(knowing: learned)
        take(.wanted(isOn: isOn))
    }

    /// Goes on or off without a message.
    mutating func change(isOn: Bool) { self.isOn = isOn }

    /// Lets time pass.
    mutating func run(seconds: Int) {
        let end = now.advanced(by: .seconds(seconds))
        while true {
            let next = [plan.deadline, change?.end, wake].compactMap(\.self).min()
            guard let next, next <= end else { break }
            now = max(now, next)
            if let change, change.end <= now {
                isOn = change.isOn
                self.change = nil
                if behaviour.dropsHotplug { address(isOn) }
                if !isOn, isClaimed, let seconds = behaviour.wakesAfter {
                    wake = now.advanced(by: .seconds(seconds))
                }
            }
            if let due = wake, due <= now {
                wake = nil
                isOn = true
                take(.reported(.on))
            }
            if let deadline = plan.deadline, deadline <= now {
                wakeUps.append(now)
                take(.timeCame)
            }
        }
        now = end
    }

    /// Changes the hotplug signal, and what follows from it.
    mutating func address(_ isAddressed: Bool) {
        self.isAddressed = isAddressed
        take(.adapter(adapter, reason: ""))
    }

    private mutating func carryOut(_ actions: [DisplayPower.Action]) {
        for action in actions {
            switch action {
            case .log(let text): logged.append(text)
            case .order(let order):
                // A number that is claimed already puts nothing on the bus.
                if order.verb != .ask, order.verb != .claim || !isClaimed { orders.append(order.verb) }
                take(.answered(order.number, answer(order.verb)))
            }
        }
    }

    private mutating func answer(_ verb: PowerOrder.Verb) -> PowerAnswer {
        switch verb {
        case .claim, .release:
            isClaimed = verb == .claim
            if !isClaimed { wake = nil }
            return .sent
        case .source:
            isSource = true
            return .sent
        case .standby, .standbyAsSource: return standby(asSource: verb == .standbyAsSource)
        case .wake:
            guard behaviour.isThere else { return .absent }
            isClaimed = true
            if takesNoOrder() { return .deferred }
            if !isOn || change != nil { change = (true, now.advanced(by: .seconds(behaviour.onSeconds))) }
            return .sent
        case .ask:
            // The service claims an address for the question.
            isClaimed = true
            return power
        }
    }

    private mutating func takesNoOrder() -> Bool {
        defer { behaviour.defers = max(behaviour.defers - 1, 0) }
        return behaviour.defers > 0
    }

    private mutating func standby(asSource: Bool) -> PowerAnswer {
        guard isAddressed else { return .unaddressed }
        guard behaviour.isThere else { return .absent }
        if asSource { isSource = true }
        if takesNoOrder() { return .deferred }
        switch behaviour.standby {
        case .refuses: return .refused
        case .never: return .sent
        case .fromSource where !isSource: return .sent
        case .fromSource, .always:
            let isOnNext = behaviour.toggles ? !isOn : false
            if isOn != isOnNext { change = (isOnNext, now.advanced(by: .seconds(behaviour.standbySeconds))) }
            return .sent
        }
    }

    private var power: PowerAnswer {
        guard isAddressed else { return .unaddressed }
        guard behaviour.isThere else { return .absent }
        switch behaviour.answers {
        case .never: return .silent
        case .refuses: return .refused
        case .defers: return .deferred
        case .afterChange where change != nil: return .silent
        case .always, .afterChange: break
        }
        if let change { return .power(change.isOn ? .toOn : .toStandby) }
        return .power(isOn ? .on : .standby)
    }
}
