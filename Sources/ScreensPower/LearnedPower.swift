import ScreensJSON

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
    /// The members of a file that only another version knows.
    private var unknown: [String: JSONValue] = [:]

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

    /// The order that turns it off.
    var standbyVerb: PowerOrder.Verb { needsActiveSource ? .standbyAsSource : .standby }

    mutating func noteStandby(after seconds: Int, at date: Int64?) { standby.note(followedAfter: seconds, at: date) }

    mutating func noteStandby(_ failure: PowerExperience.Failure, at date: Int64?) { standby.note(failure, at: date) }

    mutating func noteWake(after seconds: Int, at date: Int64?) { wake.note(followedAfter: seconds, at: date) }

    mutating func noteWake(_ failure: PowerExperience.Failure, at date: Int64?) { wake.note(failure, at: date) }

    /// Forgets that no television was there, because one may be there now.
    mutating func forgetAbsence() { if standby.failure == .absent { standby.forgetFailures() } }

    mutating func noteMute() { isMute = true }

    /// Notes that it has stated its power: a refusal before was of a moment, such as while it changed.
    mutating func noteAnswer() { isMute = false }

    mutating func noteNeedOfSource() { needsActiveSource = true }

    mutating func noteDrop() { dropsHotplug = true }

    mutating func note(wokeAfter seconds: Int) { wokeAfter = seconds }

    /// The time of the last order whose outcome is known, in seconds since 1970; 0 without one.
    package var date: Int64 { max(standby.date, wake.date) }

    /// Reads what was written. A member that is not of this version, or out of range, has no effect.
    package init(_ json: JSONValue) {
        guard case .object(let members) = json else { return }
        standby = PowerExperience(json["standby"] ?? .null)
        wake = PowerExperience(json["wake"] ?? .null)
        isMute = json["mute"] == .bool(true)
        needsActiveSource = json["needsActiveSource"] == .bool(true)
        dropsHotplug = json["dropsHotplug"] == .bool(true)
        wokeAfter = json["wokeAfter"]?.int.flatMap { (0...60).contains($0) ? Int($0) : nil }
        unknown = members.filter { !Self.keys.contains($0.key) }
    }

    private static let keys: Set = ["standby", "wake", "mute", "needsActiveSource", "dropsHotplug", "wokeAfter"]

    /// The knowledge in JSON.
    package var json: JSONValue {
        let known: [String: JSONValue] = [
            "standby": standby.json, "wake": wake.json, "mute": .bool(isMute),
            "needsActiveSource": .bool(needsActiveSource), "dropsHotplug": .bool(dropsHotplug),
            "wokeAfter": wokeAfter.map { .int(Int64($0)) } ?? .null,
        ]
        return .object(known.merging(unknown) { known, _ in known })
    }

    /// Returns the knowledge in words.
    ///
    /// - Parameter day: returns the day of a time in seconds since 1970, for people.
    package func words(_ day: (Int64) -> String) -> [String] {
        var words: [String] = []
        if let outcome = standby.words(day) { words.append("standby \(outcome)") }
        if let outcome = wake.words(day) { words.append("turning on \(outcome)") }
        if isMute { words.append("it does not state its power") }
        if needsActiveSource { words.append("it goes off only while it shows this machine") }
        if dropsHotplug { words.append("it drops its signal in standby") }
        if let wokeAfter { words.append("it woke by itself after \(wokeAfter) s: nothing is claimed while it is off") }
        return words
    }
}
