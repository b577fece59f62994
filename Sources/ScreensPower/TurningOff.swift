import struct ScreensLinux.MonotonicTime

/// The way off: standby, and its proof.
extension PowerChange {
    /// Takes the answer to an order on the way off.
    mutating func takeOff(
        _ answer: PowerAnswer, to verb: PowerOrder.Verb, at now: MonotonicTime, _ learned: inout LearnedPower
    ) -> Step {
        guard verb != .ask else { return takeOffProof(answer, at: now, &learned) }
        switch answer {
        case .sent, .silent, .power:
            count(at: now)
            // Nothing shows whether a television that refuses to state its power goes off.
            return learned.isMute ? .end(.unconfirmed(answer.reason)) : .wait
        case .absent: learned.note(standby: .absent)
        case .refused: learned.note(standby: .refused)
        case .unaddressed, .taken, .failed: break
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
            return .end(.unconfirmed(answer.reason))
        case .unaddressed: return confirmBySignal(at: now, &learned)
        case .taken, .failed: return .end(.unconfirmed(answer.reason))
        // Televisions fall silent while they change.
        case .sent, .absent, .silent:
            askAgain(at: now)
            return .wait
        }
    }

    /// Takes the power of a television that was sent standby.
    mutating func follow(_ power: TelevisionPower, at now: MonotonicTime, _ learned: inout LearnedPower) -> Step {
        guard let sent else { return .wait }
        note(power, at: now)
        switch power {
        case .standby:
            let seconds = sent.seconds(to: now)
            learned.note(standby: .works(seconds: seconds))
            if orders > 1 { learned.noteNeedOfSource() }
            return .end(.confirmed("the television answered \"standby\" after \(seconds) s"))
        case .on where orders == 1 && !isAgain && now >= sent.advanced(by: Times.again):
            return .order(.standbyAsSource)
        case .on, .toOn, .toStandby: return .wait
        }
    }

    /// Takes that the signal of the display has fallen.
    mutating func confirmBySignal(at now: MonotonicTime, _ learned: inout LearnedPower) -> Step {
        guard let sent else { return .wait }
        let seconds = sent.seconds(to: now)
        learned.note(standby: .works(seconds: seconds))
        learned.noteDrop()
        return .end(.confirmed("its signal fell after \(seconds) s"))
    }

    /// Ends the proof of standby, which has taken its time.
    func endOff(_ learned: inout LearnedPower) -> Step {
        guard last == .on else { return .end(.unconfirmed("the television has not answered for 60 s")) }
        learned.note(standby: .ignored)
        return .end(.unconfirmed("the television answered \"on\" for 60 s"))
    }
}
