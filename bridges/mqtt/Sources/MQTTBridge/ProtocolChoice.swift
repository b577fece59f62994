/// The version of MQTT for the next attempt: 5, or 3.1.1 if the broker does not know 5.
package struct ProtocolChoice {
    /// The codes of a broker that does not know the version: of 3.1.1 and of 5.
    private static let unknownVersion: Set<Int32> = [1, 132]

    package private(set) var isVersion5 = true
    /// The attempts in a row that the broker has ended.
    private var earlyEnds = 0

    package init() {}

    /// The ways in which an attempt fails.
    package enum Failure: Sendable, Hashable {
        /// The broker was not reached, or does not answer: that says nothing about the version.
        case noConnection
        /// The broker has refused the connection with a code.
        case refused(Int32)
        /// The broker has ended the connection before an answer. Some brokers do that if they do not know the version,
        /// and all of them while they start.
        case endedByPeer
    }

    /// Records that an attempt has failed.
    package mutating func record(_ failure: Failure) {
        switch failure {
        case .refused(let code) where Self.unknownVersion.contains(code): (isVersion5, earlyEnds) = (!isVersion5, 0)
        case .noConnection, .refused: earlyEnds = 0
        case .endedByPeer:
            earlyEnds += 1
            if earlyEnds >= 2 { (isVersion5, earlyEnds) = (!isVersion5, 0) }
        }
    }
}
