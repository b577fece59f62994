extension DisplayPower {
    /// The way in which the display is turned off.
    package enum Way: String, Sendable, Hashable, CaseIterable {
        /// The signal alone.
        case signal
        /// CEC, then the signal.
        case cec
        /// CEC if a television follows it, then the signal.
        case automatic = "auto"
    }

    /// The picture of the screen.
    package enum Picture: Sendable, Hashable {
        case content, black
        /// No signal.
        case nothing
    }

    /// The way of the screen while its television is off by itself, or shows another source.
    package enum Policy: String, Sendable, Hashable, CaseIterable {
        /// The screen is off as well.
        case follow
        /// The content holds, and its picture stays.
        case hold
        /// The content goes on.
        case ignore
    }

    package enum Event: Sendable, Hashable {
        /// The settings want the screen on or off.
        case wanted(isOn: Bool)
        /// The settings want another way, and a black picture in place of no signal.
        case way(Way, showsBlack: Bool)
        /// The policies for a television that goes off by itself, and for one that shows another source.
        case policies(remoteOff: Policy, otherSource: Policy)
        /// The adapter of the display has changed. Without one, the reason is a sentence.
        case adapter(PowerAdapter?, reason: String)
        /// The display came or left, as its hotplug signal says.
        case connected(Bool)
        /// The service carries out an order from now on.
        case begun(Int)
        /// An order was answered.
        case answered(Int, PowerAnswer)
        /// The television did something by itself.
        case reported(PowerReport)
        /// ``deadline`` has come.
        case timeCame
    }

    package enum Action: Sendable, Hashable {
        case order(PowerOrder)
        /// A line for the journal.
        case log(String)
    }
}
