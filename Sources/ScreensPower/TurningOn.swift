import struct ScreensLinux.MonotonicTime

/// The way on: one touch play, and its proof.
extension PowerChange {
    /// Takes the answer to an order on the way on.
    mutating func takeOn(
        _ answer: PowerAnswer, to verb: PowerOrder.Verb, at now: MonotonicTime, isAddressed: Bool,
        _ learned: inout LearnedPower
    ) -> Step {
        guard verb != .ask else { return takeOnProof(answer, at: now, isAddressed: isAddressed, &learned) }
        switch answer {
        // A message that is disturbed or deferred is repeated once, as an order that is ignored.
        case .sent, .silent, .power, .deferred, .failed:
            count(answer, at: now, waits: !isAddressed)
            return .wait
        case .unaddressed:
            // The signal, which is on from now on, may bring the address back.
            awaitAddress(at: now, isAddressed: isAddressed)
            return .wait
        case .absent: learned.noteWake(.absent, at: date)
        case .refused: learned.noteWake(.refused, at: date)
        case .taken: break
        }
        return .end(failure(answer == .refused ? "the television refuses to be turned on" : answer.reason))
    }

    private mutating func takeOnProof(
        _ answer: PowerAnswer, at now: MonotonicTime, isAddressed: Bool, _ learned: inout LearnedPower
    ) -> Step {
        switch answer {
        case .power(let power):
            note(power, at: now)
            learned.noteAnswer()
            return follow(on: power, at: now, &learned)
        case .refused:
            learned.noteMute()
            return .end(failure(answer.reason), sending: orders == 0 ? nil : .source)
        case .taken: return .end(failure(answer.reason))
        case .sent, .absent, .silent, .deferred, .failed:
            noteSilence(at: now)
            return .wait
        // The kernel has the physical address before it has claimed the logical one.
        case .unaddressed where isAddressed:
            askAgain(at: now)
            return .wait
        case .unaddressed:
            stopAsking()
            return .wait
        }
    }

    private func follow(on power: TelevisionPower, at now: MonotonicTime, _ learned: inout LearnedPower) -> Step {
        let sent = sent ?? now
        switch power {
        case .on where orders == 0: return .end(.found("the television answered \"on\""))
        case .on:
            let seconds = sent.seconds(to: now)
            learned.noteWake(after: seconds, at: date)
            return .end(.confirmed("the television answered \"on\" after \(seconds) s"), sending: .source)
        case .standby where isInquiry: return .end(.found("the television answered \"standby\""))
        case .standby where orders == 0: return .order(.wake)
        case .standby where orders == 1 && now >= sent.advanced(by: Times.again): return .order(.wake)
        case .standby, .toOn, .toStandby: return .wait
        }
    }

    /// Ends the proof, which has taken its time.
    func endOn(isAddressed: Bool, _ learned: inout LearnedPower) -> Step {
        if orders == 0 { return .end(.notOrdered("the television does not answer")) }
        if last == .standby, !isDeferred { learned.noteWake(.ignored, at: date) }
        let reason =
            last == .standby
            ? "the television answered \"standby\" for 60 s" : "the television has not answered for 60 s"
        return .end(.unconfirmed(reason), sending: isAddressed ? .source : nil)
    }
}
