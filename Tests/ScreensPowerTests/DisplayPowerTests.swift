import ScreensJSON
import ScreensLinux
import Testing

@testable import ScreensPower

/// A display's behaviour, and what has to come of turning it off.
struct PowerCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let behaviour: SimulatedTelevision.Behaviour
    /// The orders of the first night.
    let orders: [PowerOrder.Verb]
    let outcome: String
    /// The orders of the next night, with the way `auto`.
    let next: [PowerOrder.Verb]

    init(
        _ name: String, _ orders: [PowerOrder.Verb], _ outcome: String, next: [PowerOrder.Verb],
        _ change: (inout SimulatedTelevision.Behaviour) -> Void = { _ in }
    ) {
        testDescription = name
        self.orders = orders
        self.outcome = outcome
        self.next = next
        var behaviour = SimulatedTelevision.Behaviour()
        change(&behaviour)
        self.behaviour = behaviour
    }

    static let all = [
        PowerCase(
            "obedient", [.standby], "by CEC, confirmed: the television answered \"standby\" after 4 s",
            next: [.standby]),
        PowerCase(
            "only from the active source", [.standby, .standbyAsSource],
            "by CEC, confirmed: the television answered \"standby\" after 34 s", next: [.standbyAsSource]
        ) { $0.standby = .fromSource },
        PowerCase(
            "ignores", [.standby, .standbyAsSource],
            "by CEC, not confirmed: the television answered \"on\" for 60 s", next: []
        ) { $0.standby = .never },
        PowerCase(
            "refuses", [.standby], "by the signal; no CEC: the television refuses standby", next: []
        ) { $0.standby = .refuses },
        PowerCase(
            "no wire", [.standby],
            "by the signal; no CEC: no device answers at address 0: the adapter may have no CEC wire", next: []
        ) { $0.isThere = false },
        PowerCase(
            "silent while it changes", [.standby],
            "by CEC, confirmed: the television answered \"standby\" after 20 s", next: [.standby]
        ) { ($0.answers, $0.standbySeconds) = (.afterChange, 20) },
        PowerCase(
            "toggles", [.standby], "by CEC, confirmed: the television answered \"standby\" after 4 s",
            next: [.standby]
        ) { $0.toggles = true },
        PowerCase(
            "toggles and never answers", [.standby],
            "by CEC, not confirmed: the television has not answered for 60 s", next: [.standby]
        ) { ($0.toggles, $0.answers) = (true, .never) },
        PowerCase(
            "does not state its power", [.standby],
            "by CEC, not confirmed: the television does not state its power", next: [.standby]
        ) { $0.answers = .refuses },
        PowerCase(
            "drops hotplug", [.standby, .release], "by CEC, confirmed: its signal fell after 3 s",
            next: [.standby, .release]
        ) { $0.dropsHotplug = true },
        PowerCase(
            "slow", [.standby], "by CEC, confirmed: the television answered \"standby\" after 28 s", next: [.standby]
        ) { $0.standbySeconds = 27 },
        PowerCase(
            "wakes by itself", [.standby, .standby, .release],
            "by CEC, confirmed: the television answered \"standby\" after 4 s", next: [.standby, .release]
        ) { $0.wakesAfter = 10 },
    ]
}

@Suite("The power of a display")
struct DisplayPowerTests {
    @Test("each behaviour has its orders, and its outcome in words", arguments: PowerCase.all)
    func behaviours(_ one: PowerCase) {
        var television = SimulatedTelevision(one.behaviour)
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        let before = television.orders.count
        television.take(.wanted(isOn: false))
        #expect(television.plan.picture == .black || television.plan.deadline == nil)
        television.run(seconds: 8 * 3600)
        #expect(Array(television.orders[before...]) == one.orders)
        #expect(television.plan.outcome.text == one.outcome)
        #expect(television.plan.picture == .nothing)
        television.take(.wanted(isOn: true))
        television.run(seconds: 3600)
        #expect(television.plan.picture == .content)
        let evening = television.orders.count
        television.take(.wanted(isOn: false))
        television.run(seconds: 8 * 3600)
        #expect(Array(television.orders[evening...]) == one.next)
    }

    @Test("each behaviour comes back on, with its picture", arguments: PowerCase.all)
    func on(_ one: PowerCase) {
        var television = SimulatedTelevision(one.behaviour)
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.take(.wanted(isOn: false))
        television.run(seconds: 8 * 3600)
        if one.behaviour.dropsHotplug { #expect(!television.isAddressed) }
        television.take(.wanted(isOn: true))
        #expect(television.plan.picture == .content)
        television.run(seconds: 100)
        // A television that toggles without an answer may be the other way round; nothing shows it.
        #expect(television.isOn)
    }

    @Test(
        "what the screen shows while it is off is black or nothing, with each way",
        arguments: DisplayPower.Way.allCases, [false, true])
    func pictures(_ way: DisplayPower.Way, _ showsBlack: Bool) {
        var television = SimulatedTelevision(.init(), way: way, showsBlack: showsBlack)
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        #expect(television.plan.picture == .content)
        television.take(.wanted(isOn: false))
        #expect(television.plan.picture == (way == .signal && !showsBlack ? .nothing : .black))
        television.run(seconds: 100)
        #expect(television.plan.picture == (showsBlack ? .black : .nothing))
        #expect(television.isOn == (way == .signal))
    }

    @Test(
        "thirty nights: at most two orders a change, and no wake-up from a minute after it on", arguments: PowerCase.all
    )
    func nights(_ one: PowerCase) {
        var television = SimulatedTelevision(one.behaviour)
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        for night in 1...30 {
            for isOn in [false, true] {
                let (orders, wakeUps, began) = (television.orders.count, television.wakeUps.count, television.now)
                television.take(.wanted(isOn: isOn))
                television.run(seconds: 8 * 3600)
                let sent = television.orders[orders...].filter { [.standby, .standbyAsSource, .wake].contains($0) }
                #expect(sent.count <= 2, "night \(night)")
                let awake = television.wakeUps[wakeUps...]
                #expect(awake.count <= 36, "night \(night)")
                #expect(awake.allSatisfy { $0 <= began.advanced(by: .seconds(70)) }, "night \(night)")
            }
        }
    }

    @Test("a bounce of the signal while off sends nothing: the number was given back as the signal fell")
    func bounces() {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.take(.wanted(isOn: false))
        television.run(seconds: 100)
        let before = television.orders.count
        for _ in 0..<5 {
            television.address(false)
            #expect(!television.isClaimed)
            television.run(seconds: 2)
            television.address(true)
            television.run(seconds: 10)
        }
        #expect(television.orders[before...] == [.release])
        #expect(television.plan.picture == .nothing)
    }

    @Test("without a service the signal follows at once")
    func missing() {
        var plan = DisplayPower()
        _ = plan.take(.way(.cec, showsBlack: false), at: .zero)
        _ = plan.take(.adapter(nil, reason: "the package screens-power is not installed"), at: .zero)
        _ = plan.take(.wanted(isOn: true), at: .zero)
        let actions = plan.take(.wanted(isOn: false), at: .zero)
        #expect(plan.picture == .nothing && plan.deadline == nil)
        #expect(
            actions == [
                .log("off on purpose, by the signal; no CEC: the package screens-power is not installed")
            ])
    }

    @Test("the reason for no adapter is the present one")
    func absence() {
        var plan = DisplayPower()
        _ = plan.take(.way(.cec, showsBlack: false), at: .zero)
        _ = plan.take(.adapter(nil, reason: "no service"), at: .zero)
        _ = plan.take(.wanted(isOn: true), at: .zero)
        #expect(plan.text == "no CEC: no service")
        _ = plan.take(.adapter(nil, reason: "another screen has the adapter"), at: .zero)
        #expect(plan.text == "no CEC: another screen has the adapter")
    }

    @Test("a service that does not answer is waited for some seconds", arguments: [false, true])
    func hung(_ isOn: Bool) {
        var plan = ready()
        if isOn {
            _ = plan.take(.wanted(isOn: false), at: .zero)
            _ = plan.take(.timeCame, at: .zero.advanced(by: PowerChange.Times.beginning))
        }
        let start = MonotonicTime.zero.advanced(by: .seconds(10))
        _ = plan.take(.wanted(isOn: isOn), at: start)
        #expect(plan.deadline == start.advanced(by: PowerChange.Times.beginning))
        _ = plan.take(.timeCame, at: start.advanced(by: PowerChange.Times.beginning))
        #expect(plan.deadline == nil)
        #expect(plan.picture == (isOn ? .content : .nothing))
    }

    @Test("an order has its whole time from its beginning at the service on, and ends if that never comes")
    func begun() {
        var plan = ready()
        let order = Self.orders(plan.take(.wanted(isOn: false), at: .zero))[0]
        let begin = MonotonicTime.zero.advanced(by: .seconds(5))
        #expect(order.end == .zero.advanced(by: PowerOrder.lifetime))
        _ = plan.take(.begun(order.number - 1), at: begin)
        #expect(plan.deadline == order.end)
        _ = plan.take(.begun(order.number), at: begin)
        #expect(plan.deadline == begin.advanced(by: PowerChange.Times.service))
        #expect(plan.take(.timeCame, at: order.end).isEmpty)
        _ = plan.take(.timeCame, at: begin.advanced(by: PowerChange.Times.service))
        #expect(plan.picture == .nothing)
    }

    @Test("a service that ends in the middle is the next step at once")
    func killed() {
        var plan = ready()
        _ = plan.take(.wanted(isOn: false), at: .zero)
        #expect(plan.picture == .black)
        _ = plan.take(.adapter(nil, reason: "the service of power has ended"), at: .zero)
        #expect(plan.picture == .nothing && plan.deadline == nil)
        #expect(plan.outcome == .notOrdered("the service of power has ended"))
    }

    @Test("late answers, answers to no order, and answers twice change nothing")
    func lateAnswers() {
        var plan = ready()
        let orders = Self.orders(plan.take(.wanted(isOn: false), at: .zero))
        _ = plan.take(.wanted(isOn: true), at: .zero)
        let before = plan
        for number in [orders[0].number, 0, -1, 99] {
            #expect(plan.take(.answered(number, .power(.standby)), at: .zero).isEmpty)
        }
        #expect(plan == before)
    }

    @Test("CEC that another program has has its name in the text, and not fought for")
    func taken() {
        var plan = ready()
        let kodi = PowerAdapter(
            SimulatedTelevision.path, driver: "vc4", connector: nil, isAddressed: true, isClaimed: false,
            claimant: "Kodi"
        )
        _ = plan.take(.adapter(kodi, reason: ""), at: .zero)
        let actions = plan.take(.wanted(isOn: false), at: .zero)
        #expect(Self.orders(actions).isEmpty)
        #expect(plan.text == "off on purpose, by the signal; no CEC: CEC is used by 'Kodi'")
    }

    @Test("a television that went off by its remote control is not sent standby, and is turned on by the plan")
    func remote() {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.goOff()
        #expect(television.plan.text == "the television is off, by its remote control or its own timer")
        #expect(television.plan.picture == .content)
        let before = television.orders.count
        television.take(.wanted(isOn: false))
        #expect(television.orders.count == before)
        #expect(television.plan.picture == .nothing)
        television.take(.wanted(isOn: true))
        #expect(television.orders[before...] == [.wake])
    }

    @Test("a television that went off by its remote control is asked before that is confirmed", arguments: [0, 1, 2])
    func remoteProof(_ one: Int) {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.take(.reported(.standby))
        // A person may have turned it on again without a message.
        television.change(isOn: one == 1)
        if one == 2 { television.behaviour.answers = .never }
        let before = television.orders.count
        television.take(.wanted(isOn: false))
        television.run(seconds: 100)
        #expect(television.orders[before...] == (one == 1 ? [.standby] : []))
        #expect(television.plan.outcome.isConfirmed == (one == 2 ? nil : true))
        #expect(television.plan.picture == .nothing)
    }

    @Test("a television that announces standby and still answers that it is on is not confirmed")
    func announcement() {
        var television = SimulatedTelevision(.init())
        television.behaviour.standby = .never
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.take(.wanted(isOn: false))
        television.take(.reported(.standby))
        #expect(television.plan.picture == .black)
        television.run(seconds: 100)
        #expect(television.plan.outcome.isConfirmed == false)
    }

    @Test(
        "a television that is off, or shows another source, is followed, waited for or ignored",
        arguments: DisplayPower.Policy.allCases, [PowerReport.standby, .otherSource])
    func policies(_ policy: DisplayPower.Policy, _ report: PowerReport) {
        var plan = ready()
        let isOff = report == .standby
        _ = plan.take(
            .policies(remoteOff: isOff ? policy : .ignore, otherSource: isOff ? .ignore : policy), at: .zero)
        #expect(Self.orders(plan.take(.reported(report), at: .zero)).isEmpty)
        #expect(plan.picture == (policy == .follow ? .nothing : .content))
        #expect(plan.holdsContent == (policy != .ignore))
        // A service that comes back changes nothing; an address that comes back shows the content again.
        for isLost in [false, true] {
            _ = plan.take(.reported(report), at: .zero)
            let lost = DisplayPower.Event.adapter(Self.adapter(isAddressed: false), reason: "")
            _ = plan.take(isLost ? lost : .reported(.chosen), at: .zero)
            if isLost { _ = plan.take(.adapter(Self.adapter(isAddressed: true), reason: ""), at: .zero) }
            #expect(plan.picture == .content && !plan.holdsContent)
        }
        #expect(plan.text == "on, confirmed without an order: the television answered \"on\"")
    }

    @Test("at a start in off hours a television is turned off only after it has answered that it is on")
    func startOff() {
        for isLate in [false, true] {
            for isOn in [false, true] {
                var television = SimulatedTelevision(.init(), isOn: isOn)
                if isLate { television.take(.adapter(nil, reason: "screens-power is not connected")) }
                television.take(.wanted(isOn: false))
                if isLate {
                    television.run(seconds: 100)
                    television.take(.adapter(television.adapter, reason: ""))
                    #expect(television.plan.picture == .nothing)
                }
                television.run(seconds: 100)
                #expect(television.orders == (isOn ? [.standby] : []))
                #expect(!television.isOn)
                #expect(television.plan.outcome.isConfirmed == true)
                #expect(television.plan.picture == .nothing)
            }
            var silent = SimulatedTelevision(.init())
            silent.behaviour.answers = .never
            silent.take(.wanted(isOn: false))
            silent.run(seconds: 100)
            #expect(silent.orders.isEmpty && silent.plan.picture == .nothing && silent.plan.deadline == nil)
        }
    }

    @Test("the reason for no adapter is the present one, while the screen is off too")
    func absenceWhileOff() {
        var plan = DisplayPower()
        _ = plan.take(.way(.cec, showsBlack: false), at: .zero)
        _ = plan.take(.adapter(nil, reason: "no service"), at: .zero)
        _ = plan.take(.wanted(isOn: false), at: .zero)
        _ = plan.take(.adapter(nil, reason: "another screen has the adapter"), at: .zero)
        #expect(plan.text == "off on purpose, by the signal; no CEC: another screen has the adapter")
        _ = plan.take(.adapter(Self.adapter(isAddressed: false), reason: ""), at: .zero)
        #expect(plan.text == "off on purpose, by the signal; no CEC: \(PowerAnswer.unaddressed.reason)")
    }

    @Test("a display that is known to follow is sent standby again after it has ignored it once, and twice")
    func ignoredOnce() {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        var sent: [Bool] = []
        for follows in [true, false, false, true, false, false, false, true] {
            television.behaviour.standby = follows ? .always : .never
            let before = television.orders.count
            television.take(.wanted(isOn: false))
            television.run(seconds: 1000)
            sent.append(television.orders.count > before)
            television.take(.wanted(isOn: true))
            television.run(seconds: 1000)
        }
        #expect(sent == [true, true, true, true, true, true, true, false])
    }

    @Test("another display in the place of one that is going off is asked for itself, and learns nothing of the former")
    func replacement() {
        var plan = ready()
        let former = Self.orders(plan.take(.wanted(isOn: false), at: .zero))
        plan.replace(knowing: LearnedPower())
        let orders = Self.orders(plan.take(.wanted(isOn: false), at: .zero))
        #expect(orders.map(\.verb) == [.ask])
        #expect(plan.take(.answered(former[0].number, .refused), at: .zero).isEmpty)
        #expect(plan.learned == LearnedPower())
    }

    @Test("reports without a pause are counted, and their lines are few")
    func flood() {
        var plan = ready()
        var lines = 0
        for number in 0..<1000 {
            lines += plan.take(.reported(number.isMultiple(of: 2) ? .standby : .on), at: .zero).count
        }
        #expect(lines <= 12)
        let later = MonotonicTime.zero.advanced(by: .seconds(61))
        #expect(plan.take(.reported(.standby), at: later).count + plan.take(.reported(.on), at: later).count >= 1)
    }

    @Test("a television that was only asked was not turned on by this machine, in words")
    func wordsOfQuestion() {
        #expect(ready().text == "on, confirmed without an order: the television answered \"on\"")
        var plan = DisplayPower()
        _ = plan.take(.way(.cec, showsBlack: false), at: .zero)
        _ = plan.take(.adapter(Self.adapter(isAddressed: true), reason: ""), at: .zero)
        let orders = Self.orders(plan.take(.wanted(isOn: true), at: .zero))
        _ = plan.take(.answered(orders[0].number, .refused), at: .zero)
        #expect(plan.text?.contains("turned on") == false)
    }

    @Test("a signal that falls before the order is answered is the proof, and the address is given back")
    func earlyFall() {
        var plan = ready()
        let orders = Self.orders(plan.take(.wanted(isOn: false), at: .zero))
        _ = plan.take(.adapter(Self.adapter(isAddressed: false), reason: ""), at: .zero)
        _ = plan.take(.answered(orders[0].number, .sent), at: .zero)
        let asked = plan.deadline ?? .zero
        let question = Self.orders(plan.take(.timeCame, at: asked))
        let actions = plan.take(.answered(question[0].number, .unaddressed), at: asked)
        #expect(Self.orders(actions).map(\.verb) == [.release])
        #expect(plan.outcome == .confirmed("its signal fell after 2 s"))
    }

    @Test("an adapter that gets its address while it is used is tried again, though nothing else changes")
    func lateAddress() {
        var plan = ready()
        let off = Self.orders(plan.take(.wanted(isOn: false), at: .zero))
        _ = plan.take(.answered(off[0].number, .absent), at: .zero)
        let on = Self.orders(plan.take(.wanted(isOn: true), at: .zero))
        _ = plan.take(.answered(on[0].number, .unaddressed), at: .zero)
        let again = Self.orders(plan.take(.timeCame, at: plan.deadline ?? .zero))
        #expect(again.map(\.verb) == [.wake])
    }

    private static func adapter(isAddressed: Bool) -> PowerAdapter {
        PowerAdapter(
            SimulatedTelevision.path, driver: "vivid", connector: nil, isAddressed: isAddressed, isClaimed: true,
            claimant: nil)
    }

    @Test("a service that comes back leaves a television off that a person has turned off")
    func restart() {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.goOff()
        let before = television.orders.count
        television.take(.adapter(nil, reason: "screens-power is not connected"))
        television.take(.adapter(television.adapter, reason: ""))
        television.run(seconds: 100)
        #expect(television.orders.count == before)
    }

    @Test("a television that standby did not reach is turned on all the same", arguments: [false, true])
    func unreached(_ isRefused: Bool) {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        if isRefused { television.behaviour.standby = .refuses } else { television.behaviour.isThere = false }
        television.take(.wanted(isOn: false))
        television.run(seconds: 100)
        television.behaviour.isThere = true
        let before = television.orders.count
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        #expect(television.orders[before...].first == .wake)
    }

    @Test("after a power cut a television that is silent while it boots is turned on, and one that stays silent left")
    func powerCut() {
        for boots in [true, false] {
            var television = SimulatedTelevision(.init(), isOn: false)
            television.behaviour.answers = .never
            television.take(.wanted(isOn: true))
            television.run(seconds: 40)
            if boots { television.behaviour.answers = .always }
            television.run(seconds: 100)
            #expect(television.isOn == boots && television.orders == (boots ? [.wake, .source] : []))
            #expect(television.plan.picture == .content && television.plan.deadline == nil)
        }
    }

    @Test("at the start a television in standby is turned on, and one that is on is asked only")
    func start() {
        for isOn in [false, true] {
            var television = SimulatedTelevision(.init(), isOn: isOn)
            television.take(.wanted(isOn: true))
            television.run(seconds: 100)
            #expect(television.orders == (isOn ? [] : [.wake, .source]))
            #expect(television.isOn)
            #expect(television.plan.picture == .content)
        }
    }

    @Test("the way signal ends a change, and sends nothing: the service leaves the adapter")
    func signal() {
        var plan = ready()
        _ = plan.take(.wanted(isOn: false), at: .zero)
        let actions = plan.take(.way(.signal, showsBlack: false), at: .zero)
        #expect(actions.isEmpty)
        #expect(plan.picture == .nothing && plan.deadline == nil && plan.text == nil)
    }

    /// A plan whose television is on, and whose service has not answered the question.
    private func ready() -> DisplayPower {
        var plan = DisplayPower()
        _ = plan.take(.way(.cec, showsBlack: false), at: .zero)
        _ = plan.take(.adapter(SimulatedTelevision(.init()).adapter, reason: ""), at: .zero)
        let orders = Self.orders(plan.take(.wanted(isOn: true), at: .zero))
        _ = plan.take(.answered(orders[0].number, .power(.on)), at: .zero)
        return plan
    }

    private static func orders(_ actions: [DisplayPower.Action]) -> [PowerOrder] {
        actions.compactMap { if case .order(let order) = $0 { order } else { nil } }
    }
}

@Suite("Orders and facts in JSON")
struct PowerMessageTests {
    @Test("orders, answers and adapters are the same after they were written and read")
    func roundTrip() {
        for verb in PowerOrder.Verb.allCases {
            let order = PowerOrder(7, verb, to: "/dev/cec0", isOff: true, until: MonotonicTime(nanoseconds: 5))
            #expect(PowerOrder(order.json) == order)
        }
        for answer in [
            PowerAnswer.sent, .absent, .refused, .silent, .unaddressed, .taken(by: "Kodi"), .taken(by: nil), .failed,
            .power(.toStandby),
        ] {
            #expect(PowerAnswer(answer.json) == answer)
        }
        let adapter = PowerAdapter(
            "/dev/cec1", driver: "vc4", connector: .init(card: 1, id: 33), isAddressed: true, isClaimed: false,
            claimant: "Kodi")
        #expect(PowerAdapter(adapter.json) == adapter)
    }

    @Test("an adapter with another path, or numbers out of range, is refused")
    func hostile() {
        let adapter = PowerAdapter(
            "/dev/cec1", driver: "vc4", connector: .init(card: 1, id: 33), isAddressed: true, isClaimed: false,
            claimant: nil)
        guard case .object(let members) = adapter.json else { return }
        for (key, value) in [
            ("path", "/etc/passwd"), ("path", .null), ("card", .int(-1)), ("connector", .int(1 << 40)),
            ("addressed", "yes"), ("claimant", .string(String(repeating: "a", count: 100))),
        ] as [(String, JSONValue)] {
            #expect(PowerAdapter(.object(members.merging([key: value]) { $1 })) == nil, "\(key)")
        }
    }
}
