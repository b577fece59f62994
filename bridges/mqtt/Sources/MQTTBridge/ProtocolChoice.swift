/// The version of MQTT for the next attempt: 5, and 3.1.1 where a broker has no more.
package struct ProtocolChoice {
    /// The codes of a broker that does not know the version: of 3.1.1 and of 5.
    private static let unknownVersion: Set<Int32> = [1, 132]

    package private(set) var isVersion5 = true
    private var earlyEnds = 0

    package init() {}

    /// Records that the broker has refused a connection with a code.
    package mutating func refused(_ code: Int32) {
        if Self.unknownVersion.contains(code) { (isVersion5, earlyEnds) = (!isVersion5, -1) }
    }

    /// Records that a connection has ended before the broker has answered: some brokers end it that way if they do not
    /// know the version, and a broker that starts does so too.
    package mutating func endedEarly() {
        earlyEnds += 1
        if earlyEnds >= 2 { (isVersion5, earlyEnds) = (!isVersion5, 0) }
    }
}
