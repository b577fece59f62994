import ScreensLinux
import Testing

@testable import ScreensPower

@Suite("A television that was changed by itself, by a person, or before the start")
struct OwnChangeTests {
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

    /// The state of a television that has said that it goes to standby.
    enum AfterStandby: CaseIterable { case standby, onAgain, silent }

    @Test(
        "a television that went off by its remote control is asked before that is confirmed",
        arguments: AfterStandby.allCases)
    func remoteProof(_ state: AfterStandby) {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.take(.reported(.standby))
        // A person may have turned it on again without a message.
        television.change(isOn: state == .onAgain)
        if state == .silent { television.behaviour.answers = .never }
        let before = television.orders.count
        television.take(.wanted(isOn: false))
        television.run(seconds: 100)
        #expect(television.orders[before...] == (state == .onAgain ? [.standby] : []))
        #expect(television.plan.outcome.isConfirmed == (state == .silent ? nil : true))
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
        var plan = SamplePlan.ready()
        let isOff = report == .standby
        _ = plan.take(
            .policies(remoteOff: isOff ? policy : .ignore, otherSource: isOff ? .ignore : policy), at: .zero)
        #expect(SamplePlan.orders(plan.take(.reported(report), at: .zero)).isEmpty)
        #expect(plan.picture == (policy == .follow ? .nothing : .content))
        #expect(plan.holdsContent == (policy != .ignore))
        // A service that comes back changes nothing; an address that comes back shows the content again.
        for isLost in [false, true] {
            _ = plan.take(.reported(report), at: .zero)
            let lost = DisplayPower.Event.adapter(SamplePlan.adapter(isAddressed: false), reason: "")
            _ = plan.take(isLost ? lost : .reported(.chosen), at: .zero)
            if isLost { _ = plan.take(.adapter(SamplePlan.adapter(isAddressed: true), reason: ""), at: .zero) }
            #expect(plan.picture == .content && !plan.holdsContent)
        }
        #expect(plan.text == "on, confirmed without an order: the television answered \"on\"")
    }

    @Test("a television that is chosen again shows the content, however many reports came before")
    func chosenAfterAFlood() {
        var plan = SamplePlan.ready()
        _ = plan.take(.policies(remoteOff: .ignore, otherSource: .follow), at: .zero)
        for _ in 0..<20 { _ = plan.take(.reported(.otherSource), at: .zero) }
        #expect(plan.picture == .nothing)
        _ = plan.take(.reported(.chosen), at: .zero)
        #expect(plan.picture == .content)
    }

    @Test("one message that is disturbed is repeated, on the way off and on")
    func disturbed() {
        var plan = SamplePlan.ready()
        for isOn in [false, true] {
            let first = SamplePlan.orders(plan.take(.wanted(isOn: isOn), at: .zero))
            _ = plan.take(.answered(first[0].number, .failed), at: .zero)
            var second: PowerOrder?
            var now = MonotonicTime.zero
            while second == nil, now < .zero.advanced(by: .seconds(50)) {
                now = now.advanced(by: .seconds(2))
                for ask in SamplePlan.orders(plan.take(.timeCame, at: now)) {
                    let answer = PowerAnswer.power(isOn ? .standby : .on)
                    second = SamplePlan.orders(plan.take(.answered(ask.number, answer), at: now)).first
                }
            }
            #expect([first[0].verb, second?.verb] == (isOn ? [.wake, .wake] : [.standby, .standbyAsSource]))
            if let second { _ = plan.take(.answered(second.number, .absent), at: now) }
        }
    }

    @Test("a television that defers its orders is asked again, and nothing is learned of that", arguments: [1, 2])
    func deferred(_ count: Int) {
        var television = SimulatedTelevision(.init())
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.behaviour.defers = count
        television.take(.wanted(isOn: false))
        television.run(seconds: 100)
        #expect(television.orders == [.standby, .standbyAsSource] && television.isOn == (count == 2))
        #expect(television.plan.learned.standby.failure == nil && television.plan.picture == .nothing)
        television.behaviour.defers = count
        television.change(isOn: false)
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        #expect(television.isOn == (count == 1) && television.plan.learned.wake.failure == nil)
        // A question that is deferred is not one that is refused.
        television.behaviour.answers = .defers
        television.take(.wanted(isOn: false))
        television.run(seconds: 100)
        #expect(!television.plan.learned.isMute)
    }

    @Test("a television that falls silent in standby is not taken for one that ignores it")
    func deafInStandby() {
        var television = SimulatedTelevision(.init())
        television.behaviour.standby = .never
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.take(.wanted(isOn: false))
        television.run(seconds: 3)
        television.behaviour.answers = .never
        television.run(seconds: 100)
        #expect(television.plan.outcome == .unconfirmed("the television has not answered for 60 s"))
        #expect(television.plan.learned.standby.failure == nil)
    }

    @Test("a display that has woken by itself gives its address back also if it was found off")
    func releaseAfterFound() {
        var plan = SamplePlan.ready()
        var learned = LearnedPower()
        learned.note(wokeAfter: 9)
        plan.replace(knowing: learned)
        let ask = SamplePlan.orders(plan.take(.wanted(isOn: false), at: .zero))
        let release = SamplePlan.orders(plan.take(.answered(ask[0].number, .power(.standby)), at: .zero))
        #expect(ask.map(\.verb) == [.ask] && release.map(\.verb) == [.release])
    }

    @Test("a question before the kernel has claimed an address is asked again")
    func earlyQuestion() {
        var plan = SamplePlan.ready()
        _ = plan.take(.wanted(isOn: false), at: .zero)
        let wake = SamplePlan.orders(plan.take(.wanted(isOn: true), at: .zero))
        _ = plan.take(.answered(wake[0].number, .sent), at: .zero)
        for second in [10, 20] {
            let now = MonotonicTime.zero.advanced(by: .seconds(second))
            let ask = SamplePlan.orders(plan.take(.timeCame, at: now))
            #expect(ask.map(\.verb) == [.ask])
            for order in ask { _ = plan.take(.answered(order.number, .unaddressed), at: now) }
        }
    }

    @Test("a television that states its power after a refusal is asked again")
    func noLongerMute() {
        var learned = LearnedPower()
        learned.noteMute()
        learned.noteAnswer()
        #expect(!learned.isMute)
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
        _ = plan.take(.adapter(SamplePlan.adapter(isAddressed: false), reason: ""), at: .zero)
        #expect(plan.text == "off on purpose, by the signal; no CEC: \(PowerAnswer.unaddressed.reason)")
    }

    @Test("reports without a pause are counted, and their lines are few")
    func flood() {
        var plan = SamplePlan.ready()
        var lines = 0
        for number in 0..<1000 {
            lines += plan.take(.reported(number.isMultiple(of: 2) ? .standby : .on), at: .zero).count
        }
        #expect(lines <= 12)
        let later = MonotonicTime.zero.advanced(by: .seconds(61))
        #expect(plan.take(.reported(.standby), at: later).count + plan.take(.reported(.on), at: later).count >= 1)
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
}
