import CECMutations
import ScreensPower
import Testing

@testable import ScreensCEC

@Suite("CEC messages")
struct CECMessageTests {
    @Test(
        "a message is the same after it was encoded and decoded",
        arguments: [
            CECMessage.imageViewOn, .textViewOn, .standby, .givePowerStatus, .reportPowerStatus(.toOn),
            .activeSource(CECPhysicalAddress(rawValue: 0x1000)), .inactiveSource(CECPhysicalAddress(rawValue: 0x1200)),
            .requestActiveSource, .setStreamPath(CECPhysicalAddress(rawValue: 0x2000)),
            .routingChange(from: CECPhysicalAddress(rawValue: 0x1000), to: CECPhysicalAddress(rawValue: 0x2000)),
            .routingInformation(CECPhysicalAddress(rawValue: 0x3000)),
            .reportPhysicalAddress(CECPhysicalAddress(rawValue: 0x1000), kind: 4),
            .keyPressed(0x6d), .keyReleased, .featureAbort(opcode: 0x36, reason: 4), .giveName, .setName("TV"),
            .other([0xee, 1, 2, 3]),
        ])
    func roundTrip(_ message: CECMessage) {
        #expect(CECMessage(message.bytes) == message)
    }

    @Test(
        "operands that are missing or out of range make another message",
        arguments: [
            [0x90], [0x90, 4], [0x90, 255], [0x82], [0x82, 0x10], [0x86, 0x10], [0x80, 0x10, 0, 0x20], [0x84, 0x10, 0],
            [0x44], [0x00], [0x00, 0x36], [0x47], [0x81, 1], [0x9d],
        ] as [[UInt8]])
    func hostileOperands(_ bytes: [UInt8]) {
        #expect(CECMessage(bytes) == .other(bytes))
    }

    @Test("operands beyond the known ones are ignored")
    func longOperands() {
        #expect(CECMessage([0x36, 1, 2]) == .standby)
        #expect(CECMessage([0x90, 1, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]) == .reportPowerStatus(.standby))
    }

    @Test("every opcode with every number of operands is decoded, and is printable")
    func everyOpcode() {
        for opcode in UInt8.min...UInt8.max {
            for count in 0...14 {
                let bytes = [opcode] + [UInt8](repeating: opcode &+ UInt8(count), count: count)
                let frame = CECFrame(raw: [0x40] + bytes)
                #expect(frame?.message != nil)
                #expect(frame?.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f } == true)
            }
        }
    }

    @Test("a frame has at most 16 bytes")
    func frames() {
        #expect(CECFrame(raw: []) == nil)
        #expect(CECFrame(raw: [UInt8](repeating: 0, count: 17)) == nil)
        #expect(CECFrame(raw: [0x40])?.message == nil)
        #expect(CECFrame(raw: [0x40, 0x36])?.text == "40 36  player 4 to TV: standby")
        #expect(CECFrame(from: .television, to: .all, [UInt8](repeating: 1, count: 40)).raw.count == 16)
    }

    @Test("a place has four digits")
    func places() {
        #expect(CECPhysicalAddress("1.0.0.0")?.rawValue == 0x1000)
        #expect(CECPhysicalAddress("f.f.f.f") == CECPhysicalAddress.none)
        for text in ["", "1", "1.0.0", "1.0.0.0.0", "1.0.0.10", "1..0.0", "g.0.0.0", "+.0.0.0"] {
            #expect(CECPhysicalAddress(text) == nil, "\(text)")
        }
    }
}

@Suite("The answers of a player on the bus")
struct CECFollowerTests {
    private static let player = CECLogicalAddress(rawValue: 4)
    private static let here = CECPhysicalAddress(rawValue: 0x1000)

    private func follower(isOff: Bool = false, isSource: Bool = false) -> CECFollower {
        var follower = CECFollower(at: Self.here, as: Self.player)
        follower.isOff = isOff
        if isSource { follower.becomeSource() }
        return follower
    }

    private func frame(_ message: CECMessage, from initiator: UInt8 = 0, to destination: UInt8 = 4) -> CECFrame {
        CECFrame(from: CECLogicalAddress(rawValue: initiator), to: CECLogicalAddress(rawValue: destination), message)
    }

    @Test("its power is on, and standby while the screen is off on purpose")
    func power() {
        for (isOff, power) in [(false, TelevisionPower.on), (true, .standby)] {
            var follower = follower(isOff: isOff)
            let (answers, report) = follower.take(frame(.givePowerStatus))
            #expect(answers == [CECFrame(from: Self.player, to: .television, .reportPowerStatus(power))])
            #expect(report == nil)
        }
    }

    @Test("only the source that is on answers which source is active")
    func activeSource() {
        let question = frame(.requestActiveSource, to: 15)
        let answer = CECFrame(from: Self.player, to: .all, .activeSource(Self.here))
        for (isOff, isSource, expected) in [(false, true, [answer]), (true, true, []), (false, false, [])] {
            var follower = follower(isOff: isOff, isSource: isSource)
            #expect(follower.take(question).answers == expected)
        }
        var follower = follower(isSource: true)
        _ = follower.take(frame(.activeSource(CECPhysicalAddress(rawValue: 0x2000)), from: 8, to: 15))
        #expect(follower.take(question).answers.isEmpty)
    }

    @Test("a person who chooses it makes it the source, unless the screen is off on purpose")
    func chosen() {
        var awake = follower()
        #expect(awake.take(frame(.setStreamPath(Self.here), to: 15)).answers.count == 1)
        #expect(awake.isSource)
        var off = follower(isOff: true)
        let (answers, report) = off.take(frame(.setStreamPath(Self.here), to: 15))
        #expect(answers.isEmpty && report == .chosen)
        #expect(awake.take(frame(.setStreamPath(CECPhysicalAddress(rawValue: 0x2000)), to: 15)).report == .otherSource)
        #expect(!awake.isSource)
    }

    @Test("a person who leaves it for the television's own channels has chosen another source, and may come back")
    func otherSource() {
        let channel = frame(.activeSource(CECPhysicalAddress(rawValue: 0)), to: 15)
        var shown = follower(isSource: true)
        #expect(shown.take(channel).report == .otherSource)
        #expect(shown.take(channel).report == .on)
        let back = CECMessage.routingChange(from: CECPhysicalAddress(rawValue: 0), to: Self.here)
        #expect(shown.take(frame(back, to: 15)).report == .chosen)
        // A display that wakes by itself shows the machine no longer, and is on.
        var off = follower(isOff: true, isSource: true)
        #expect(off.take(channel).report == .on)
        #expect(off.take(frame(.requestActiveSource, to: 15)).report == nil)
        #expect(shown.take(frame(.requestActiveSource, to: 15)).report == .on)
        // One that the screen turns on announces itself before it shows the screen.
        var woken = follower(isOff: true)
        woken.isOff = false
        #expect(woken.take(channel).report == .on)
    }

    @Test(
        "another source is one too if nothing was said before, from the television as well",
        arguments: [
            (CECMessage.activeSource(CECPhysicalAddress(rawValue: 0)), UInt8(0)),
            (.activeSource(CECPhysicalAddress(rawValue: 0x2000)), 8),
            (.setStreamPath(CECPhysicalAddress(rawValue: 0x2000)), 0),
            (.routingChange(from: here, to: CECPhysicalAddress(rawValue: 0)), 0),
            (.routingInformation(CECPhysicalAddress(rawValue: 0x2000)), 0),
        ])
    func otherSourceAtStart(_ message: CECMessage, _ initiator: UInt8) {
        var fresh = follower()
        #expect(fresh.take(frame(message, from: initiator, to: 15)).report == .otherSource)
        #expect(fresh.take(frame(.requestActiveSource, to: 15)).answers.isEmpty)
        // A screen that is off on purpose, and a television that dropped its hotplug signal in standby.
        var off = follower(isOff: true)
        let isChannel = message == .activeSource(CECPhysicalAddress(rawValue: 0))
        #expect(off.take(frame(message, from: initiator, to: 15)).report == (isChannel ? .on : .otherSource))
        _ = fresh.take(frame(.standby))
        fresh.physicalAddress = .none
        fresh.physicalAddress = Self.here
        #expect(fresh.take(frame(message, from: initiator, to: 15)).report == (isChannel ? .on : .otherSource))
    }

    @Test("a television that comes on from standby with its own channels is on, and is left for them later")
    func channelAfterStandby() {
        let channel = frame(.activeSource(CECPhysicalAddress(rawValue: 0)), to: 15)
        var fresh = follower()
        #expect(fresh.take(frame(.standby)).report == .standby)
        #expect(fresh.take(channel).report == .on)
        let routing = CECMessage.routingChange(from: CECPhysicalAddress(rawValue: 0), to: Self.here)
        #expect(fresh.take(frame(routing, to: 15)).report == .chosen)
        #expect(fresh.take(channel).report == .otherSource)
        // Its standby may be known by its answer alone.
        _ = fresh.take(frame(routing, to: 15))
        #expect(fresh.take(frame(.reportPowerStatus(.standby))).report == .standby)
        #expect(fresh.take(channel).report == .on)
    }

    @Test("standby of the television is reported, sent to it or to all")
    func standby() {
        for destination in [4, 15] as [UInt8] {
            var follower = follower(isSource: true)
            #expect(follower.take(frame(.standby, to: destination)).report == .standby)
        }
        var follower = follower()
        #expect(follower.take(frame(.standby, from: 5)).report == nil)
    }

    @Test("an unknown message to it is refused; one to all, one without an initiator, and one to others is not")
    func refusals() {
        let unknown = CECMessage.other([0xee, 1, 2])
        var follower = follower()
        #expect(
            follower.take(frame(unknown)).answers
                == [CECFrame(from: Self.player, to: .television, .featureAbort(opcode: 0xee, reason: 0))])
        #expect(follower.take(frame(unknown, to: 15)).answers.isEmpty)
        #expect(follower.take(frame(unknown, from: 15)).answers.isEmpty)
        #expect(follower.take(frame(unknown, to: 8)).answers.isEmpty)
        #expect(follower.take(frame(.other([0x83]))).answers.isEmpty)
    }

    @Test("mutated messages have one answer at most, to their sender; only the source that is on answers all")
    func mutations() {
        var trial = FollowerTrial(seed: 1)
        trial.play(5_000)
        #expect(trial.violations.isEmpty, "\(trial.violations.prefix(3))")
    }

    @Test("without a number it answers nothing")
    func unclaimed() {
        var follower = CECFollower()
        #expect(follower.take(frame(.givePowerStatus)).answers.isEmpty)
    }
}
