/// The knowledge about the power of a display, from what it did; kept by its identity.
package struct LearnedPower: Sendable, Hashable {
    /// The outcome of an order.
    package enum Experience: Sendable, Hashable {
        /// The television followed it, after some seconds.
        case works(seconds: Int)
        /// The television took it and stayed on.
        case ignored
        /// The television refused it.
        case refused
        /// No device had the television's logical address.
        case absent
    }

    /// The outcome of standby.
    package private(set) var standby: Experience?
    /// The outcome of turning it on.
    package private(set) var wake: Experience?
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

    /// Why standby has failed, as words; nil if it has not.
    var standbyFailure: String? {
        switch standby {
        case .ignored: "the television ignores standby"
        case .refused: "the television refuses standby"
        case .absent: PowerAnswer.absent.reason
        case .works, nil: nil
        }
    }

    mutating func note(standby: Experience) { self.standby = standby }

    mutating func note(wake: Experience) { self.wake = wake }

    /// Forgets the outcome of standby, because another television may be there now.
    mutating func forgetStandby() { standby = nil }

    mutating func noteMute() { isMute = true }

    mutating func noteNeedOfSource() { needsActiveSource = true }

    mutating func noteDrop() { dropsHotplug = true }

    mutating func note(wokeAfter seconds: Int) { wokeAfter = seconds }

    /// The knowledge in words.
    package var words: [String] {
        var words: [String] = []
        if let standby { words.append("standby \(Self.text(standby))") }
        if let wake { words.append("turning on \(Self.text(wake))") }
        if isMute { words.append("it does not state its power") }
        if needsActiveSource { words.append("it goes off only while it shows this machine") }
        if dropsHotplug { words.append("it drops its signal in standby") }
        if let wokeAfter { words.append("it woke by itself after \(wokeAfter) s: nothing is claimed while it is off") }
        return words
    }

    private static func text(_ experience: Experience) -> String {
        switch experience {
        case .works(let seconds): "works within \(seconds) s"
        case .ignored: "is ignored"
        case .refused: "is refused"
        case .absent: "finds no television"
        }
    }
}
