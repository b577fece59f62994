import struct ScreensLinux.MonotonicTime

/// The way off: standby, and its proof.
extension PowerChange {
    /// Takes the answer to an order on the way off.
    mutating func takeOff(
        _ answer: PowerAnswer, to verb: PowerOrder.Verb, at now: MonotonicTime, _ learned: inout LearnedPower
    ) -> Step {
        guard verb != .ask else { return takeOffProof(answer, at: now, &learned) }
        switch answer {
        // A message that is disturbed or deferred is repeated once, as an order that is ignored.
        case .sent, .silent, .power, .deferred, .failed:
            count(answer, at: now)
            // Nothing shows whether a television that refuses to state its power goes off.
            return learned.isMute ? .end(.unconfirmed(answer.reason)) : .wait
        case .absent: learned.noteStandby(.absent, at: date)
        case .refused: learned.noteStandby(.refused, at: date)
        case .unaddressed, .taken: break
        }
        return .end(failure(answer == .refused ? "the television refuses standby" : answer.reason))
    }

    private mutating func takeOffProof(
        _ answer: PowerAnswer, at now: MonotonicTime, _ learned: inout LearnedPower
    ) -> Step {
        switch answer {
        case .power(let power): return follow(power, at: now, &learned)
        case .refused:
            learned.noteMute()
            return .end(failure(answer.reason))
        case .unaddressed where orders > 0: return confirmBySignal(at: now, &learned)
        case .unaddressed, .taken: return .end(failure(answer.reason))
        case .absent where orders == 0: return .end(failure(answer.reason))
        // Televisions fall silent while they change, and one message may be disturbed.
        case .sent, .absent, .silent, .deferred, .failed:
            noteSilence(at: now)
            return .wait
        }
    }

    private mutating func follow(
        _ power: TelevisionPower, at now: MonotonicTime, _ learned: inout LearnedPower
    ) -> Step {
        note(power, at: now)
        learned.noteAnswer()
        guard let sent else {
            switch power {
            case .standby: return .end(.found("the television answered \"standby\""))
            case .on: return .order(learned.standbyVerb)
            case .toOn, .toStandby: return .wait
            }
        }
        switch power {
        case .standby:
            let seconds = sent.seconds(to: now)
            learned.noteStandby(after: seconds, at: date)
            if orders > 1 { learned.noteNeedOfSource() }
            return .end(.confirmed("the television answered \"standby\" after \(seconds) s"))
        case .on where orders == 1 && !isAgain && now >= sent.advanced(by: Times.again):
            return .order(.standbyAsSource)
        case .on, .toOn, .toStandby: return .wait
        }
    }

    /// Takes that the signal of the display has fallen.
    mutating func confirmBySignal(at now: MonotonicTime, _ learned: inout LearnedPower) -> Step {
        guard let sent else { return asksFirst ? .end(.found("its signal fell")) : .wait }
        let seconds = sent.seconds(to: now)
        learned.noteStandby(after: seconds, at: date)
        learned.noteDrop()
        return .end(.confirmed("its signal fell after \(seconds) s"))
    }

    /// Ends the proof of standby, which has taken its time.
    func endOff(_ learned: inout LearnedPower) -> Step {
        if orders == 0 { return .end(.notOrdered("the television does not answer")) }
        guard last == .on else { return .end(.unconfirmed("the television has not answered for 60 s")) }
        // The second time shows nothing: the display has gone off before, and come back by itself.
        if !isAgain, !isDeferred { learned.noteStandby(.ignored, at: date) }
        return .end(.unconfirmed("the television answered \"on\" for 60 s"))
    }
}
