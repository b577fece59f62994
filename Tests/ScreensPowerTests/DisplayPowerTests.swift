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
        var plan = SamplePlan.ready()
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
        var plan = SamplePlan.ready()
        let order = SamplePlan.orders(plan.take(.wanted(isOn: false), at: .zero))[0]
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
        var plan = SamplePlan.ready()
        _ = plan.take(.wanted(isOn: false), at: .zero)
        #expect(plan.picture == .black)
        _ = plan.take(.adapter(nil, reason: "the service of power has ended"), at: .zero)
        #expect(plan.picture == .nothing && plan.deadline == nil)
        #expect(plan.outcome == .notOrdered("the service of power has ended"))
    }

    @Test("late answers, answers to no order, and answers twice change nothing")
    func lateAnswers() {
        var plan = SamplePlan.ready()
        let orders = SamplePlan.orders(plan.take(.wanted(isOn: false), at: .zero))
        _ = plan.take(.wanted(isOn: true), at: .zero)
        let before = plan
        for number in [orders[0].number, 0, -1, 99] {
            #expect(plan.take(.answered(number, .power(.standby)), at: .zero).isEmpty)
        }
        #expect(plan == before)
    }

    @Test("CEC that another program has has its name in the text, and not fought for")
    func taken() {
        var plan = SamplePlan.ready()
        let kodi = PowerAdapter(
            SimulatedTelevision.path, driver: "vc4", connector: nil, isAddressed: true, isClaimed: false,
            claimant: "Kodi"
        )
        _ = plan.take(.adapter(kodi, reason: ""), at: .zero)
        let actions = plan.take(.wanted(isOn: false), at: .zero)
        #expect(SamplePlan.orders(actions).isEmpty)
        #expect(plan.text == "off on purpose, by the signal; no CEC: CEC is used by 'Kodi'")
        #expect(SamplePlan.orders(plan.take(.wanted(isOn: true), at: .zero)).isEmpty)
        // It gives the adapter back: the television may be off.
        let back = plan.take(.adapter(SamplePlan.adapter(isAddressed: true), reason: ""), at: .zero)
        #expect(SamplePlan.orders(back).map(\.verb) == [.ask])
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

    @Test("another display in the place of one that is going off is asked as at a start, and inherits no knowledge")
    func replacement() {
        var plan = SamplePlan.ready()
        let former = SamplePlan.orders(plan.take(.wanted(isOn: false), at: .zero))
        plan.replace(knowing: LearnedPower())
        let orders = SamplePlan.orders(plan.take(.wanted(isOn: false), at: .zero))
        #expect(orders.map(\.verb) == [.ask])
        #expect(plan.take(.answered(former[0].number, .refused), at: .zero).isEmpty)
        #expect(plan.learned == LearnedPower())
    }

    @Test(
        "a display whose identity changes with the power of a receiver stays dark in off hours",
        arguments: [true, false])
    func replacementWhileOff(_ isOn: Bool) {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.take(.wanted(isOn: false))
        television.run(seconds: 100)
        for _ in 0..<3 {
            television.change(isOn: isOn)
            television.know(LearnedPower(), wanted: false)
            #expect(television.plan.picture == .nothing)
            television.know(LearnedPower(), wanted: false)
            #expect(television.plan.picture == .nothing)
            television.run(seconds: 100)
            #expect(television.plan.picture == .nothing && !television.isOn)
        }
        // In on hours it is a display like any other.
        television.know(LearnedPower(), wanted: true)
        #expect(television.plan.picture == .content)
        television.run(seconds: 100)
        television.take(.wanted(isOn: false))
        #expect(television.plan.picture == .black)
    }

    @Test("a television that was only asked was not turned on by this machine, in words")
    func wordsOfQuestion() {
        #expect(SamplePlan.ready().text == "on, confirmed without an order: the television answered \"on\"")
        var plan = DisplayPower()
        _ = plan.take(.way(.cec, showsBlack: false), at: .zero)
        _ = plan.take(.adapter(SamplePlan.adapter(isAddressed: true), reason: ""), at: .zero)
        let orders = SamplePlan.orders(plan.take(.wanted(isOn: true), at: .zero))
        _ = plan.take(.answered(orders[0].number, .refused), at: .zero)
        #expect(plan.text?.contains("turned on") == false)
    }

    @Test("a signal that falls before the order is answered is the proof, and the address is given back")
    func earlyFall() {
        var plan = SamplePlan.ready()
        let orders = SamplePlan.orders(plan.take(.wanted(isOn: false), at: .zero))
        _ = plan.take(.adapter(SamplePlan.adapter(isAddressed: false), reason: ""), at: .zero)
        _ = plan.take(.answered(orders[0].number, .sent), at: .zero)
        let asked = plan.deadline ?? .zero
        let question = SamplePlan.orders(plan.take(.timeCame, at: asked))
        let actions = plan.take(.answered(question[0].number, .unaddressed), at: asked)
        #expect(SamplePlan.orders(actions).map(\.verb) == [.release])
        #expect(plan.outcome == .confirmed("its signal fell after 2 s"))
    }

    @Test("an adapter that gets its address while it is used is tried again, though nothing else changes")
    func lateAddress() {
        var plan = SamplePlan.ready()
        let off = SamplePlan.orders(plan.take(.wanted(isOn: false), at: .zero))
        _ = plan.take(.answered(off[0].number, .absent), at: .zero)
        let on = SamplePlan.orders(plan.take(.wanted(isOn: true), at: .zero))
        _ = plan.take(.answered(on[0].number, .unaddressed), at: .zero)
        let again = SamplePlan.orders(plan.take(.timeCame, at: plan.deadline ?? .zero))
        #expect(again.map(\.verb) == [.wake])
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

    @Test("the way signal ends a change, and sends nothing: the service leaves the adapter")
    func signal() {
        var plan = SamplePlan.ready()
        _ = plan.take(.wanted(isOn: false), at: .zero)
        let actions = plan.take(.way(.signal, showsBlack: false), at: .zero)
        #expect(actions.isEmpty)
        #expect(plan.picture == .nothing && plan.deadline == nil && plan.text == nil)
    }
}
