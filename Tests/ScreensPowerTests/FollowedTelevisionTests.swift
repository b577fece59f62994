import ScreensLinux
import Testing

@testable import ScreensPower

@Suite("A screen that follows its television")
struct FollowedTelevisionTests {
    /// A television that a person has turned off, whose screen is off too.
    private func turnedOff() -> SimulatedTelevision {
        var television = SimulatedTelevision(.init())
        television.take(.policies(remoteOff: .follow, otherSource: .follow))
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.goOff()
        #expect(television.plan.picture == .nothing)
        return television
    }

    private func restartService(_ television: inout SimulatedTelevision) {
        television.take(.adapter(nil, reason: "screens-power is not connected"))
        television.release()
        television.take(.adapter(television.adapter, reason: ""))
    }

    @Test(
        "a television that was turned on while the service was away is asked, and never woken",
        arguments: [true, false])
    func restart(_ isOn: Bool) {
        var television = turnedOff()
        television.change(isOn: isOn)
        let before = television.orders.count
        restartService(&television)
        television.run(seconds: 100)
        #expect(television.orders.count == before && television.plan.deadline == nil)
        #expect(television.plan.picture == (isOn ? .content : .nothing))
    }

    @Test(
        "one that does not state its power keeps no screen dark, and is asked again before standby",
        arguments: [SimulatedTelevision.Answers.never, .refuses])
    func silent(_ answers: SimulatedTelevision.Answers) {
        var television = turnedOff()
        television.behaviour.answers = answers
        let before = television.orders.count
        restartService(&television)
        television.run(seconds: 100)
        #expect(television.plan.picture == .content)
        television.take(.wanted(isOn: false))
        television.run(seconds: 100)
        #expect(television.orders.count == before && television.plan.picture == .nothing)
    }

    @Test("a screen that is dark with its television stays dark as its off hours begin")
    func offHours() {
        var television = turnedOff()
        television.behaviour.answers = .never
        television.take(.wanted(isOn: false))
        #expect(television.plan.picture == .nothing && television.plan.deadline != nil)
        television.run(seconds: 100)
        #expect(television.plan.picture == .nothing && television.plan.deadline == nil)
    }

    @Test("one that is known to wake by a claim gets none")
    func wakesByClaim() {
        var television = turnedOff()
        var learned = LearnedPower()
        learned.note(wokeAfter: 9)
        television.know(learned)
        television.run(seconds: 100)
        television.goOff()
        restartService(&television)
        #expect(television.plan.picture == .content && !television.isClaimed && television.plan.deadline == nil)
    }

    @Test("one whose adapter comes back without an address is asked when it has one", arguments: [true, false])
    func lateAddress(_ isOn: Bool) {
        var television = turnedOff()
        television.address(false)
        let before = television.orders.count
        restartService(&television)
        television.run(seconds: 100)
        #expect(television.plan.picture == .nothing && television.plan.deadline == nil)
        television.change(isOn: isOn)
        television.address(true)
        television.run(seconds: 100)
        #expect(television.plan.picture == (isOn ? .content : .nothing))
        #expect(television.orders[before...].allSatisfy { $0 == .claim })
    }

    @Test("another source that was chosen before the service was away keeps no screen dark")
    func otherSource() {
        var television = SimulatedTelevision(.init())
        television.take(.policies(remoteOff: .ignore, otherSource: .follow))
        television.take(.wanted(isOn: true))
        television.run(seconds: 100)
        television.take(.reported(.otherSource))
        #expect(television.plan.picture == .nothing)
        restartService(&television)
        television.run(seconds: 100)
        #expect(television.plan.picture == .content)
    }

    @Test("after a flood of reports it is asked once", arguments: [true, false], [true, false])
    func flood(_ isOn: Bool, _ wasOn: Bool) {
        var television = turnedOff()
        let before = television.orders.count
        for number in 0..<41 { television.take(.reported(number.isMultiple(of: 2) == wasOn ? .on : .standby)) }
        television.change(isOn: isOn)
        television.run(seconds: 50)
        let wakeUps = television.wakeUps.count
        television.run(seconds: 100)
        #expect(television.plan.picture == (isOn ? .content : .nothing))
        #expect(television.wakeUps.count == wakeUps + 1)
        #expect(television.orders.count == before && television.plan.deadline == nil)
    }

    @Test("a report that comes while it is asked counts, and not the answer from before")
    func reportBeforeAnswer() {
        var plan = SamplePlan.ready()
        _ = plan.take(.policies(remoteOff: .follow, otherSource: .follow), at: .zero)
        _ = plan.take(.reported(.standby), at: .zero)
        _ = plan.take(.adapter(nil, reason: "gone"), at: .zero)
        let ask = SamplePlan.orders(plan.take(.adapter(SamplePlan.adapter(isAddressed: true), reason: ""), at: .zero))
        #expect(ask.map(\.verb) == [.ask])
        _ = plan.take(.reported(.on), at: .zero)
        for order in ask { _ = plan.take(.answered(order.number, .power(.standby)), at: .zero) }
        #expect(plan.picture == .content && plan.deadline == nil)
    }
}
