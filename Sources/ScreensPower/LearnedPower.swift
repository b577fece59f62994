/// The knowledge about the power of a display, from what it did; kept by its identity.
package struct LearnedPower: Sendable, Hashable {
    /// The outcome of standby.
    package private(set) var standby = PowerExperience()
    /// The outcome of turning it on.
    package private(set) var wake = PowerExperience()
    /// Whether it refuses to state its power.
    package private(set) var isMute = false
    /// Whether it follows standby only if this machine is its source.
    package private(set) var needsActiveSource = false
    /// Whether it drops its hotplug signal in standby.
    package private(set) var dropsHotplug = false
    /// The seconds after which it came back by itself; nil if it never did.
    package private(set) var wokeAfter: Int?

    /// Makes the knowledge about a display that nothing is known of.
    package init() {}

    /// Why standby is not worth sending, as words; nil if it is.
    var standbyFailure: String? {
        guard standby.isHopeless else { return nil }
        return switch standby.failure {
        case .ignored: "the television ignores standby"
        case .refused: "the television refuses standby"
        case .absent, nil: PowerAnswer.absent.reason
        }
    }

    mutating func noteStandby(after seconds: Int, at date: Int64?) { standby.note(followedAfter: seconds, at: date) }

    mutating func noteStandby(_ failure: PowerExperience.Failure, at date: Int64?) { standby.note(failure, at: date) }

    mutating func noteWake(after seconds: Int, at date: Int64?) { wake.note(followedAfter: seconds, at: date) }

    mutating func noteWake(_ failure: PowerExperience.Failure, at date: Int64?) { wake.note(failure, at: date) }

    /// Forgets that no television was there, because one may be there now.
    mutating func forgetAbsence() { if standby.failure == .absent { standby.forgetFailures() } }

    mutating func noteMute() { isMute = true }

    mutating func noteNeedOfSource() { needsActiveSource = true }

    mutating func noteDrop() { dropsHotplug = true }

    mutating func note(wokeAfter seconds: Int) { wokeAfter = seconds }

    /// The knowledge in words.
    package var words: [String] {
        var words: [String] = []
        if let outcome = standby.words { words.append("standby \(outcome)") }
        if let outcome = wake.words { words.append("turning on \(outcome)") }
        if isMute { words.append("it does not state its power") }
        if needsActiveSource { words.append("it goes off only while it shows this machine") }
        if dropsHotplug { words.append("it drops its signal in standby") }
        if let wokeAfter { words.append("it woke by itself after \(wokeAfter) s: nothing is claimed while it is off") }
        return words
    }
}
