/// A limit of the answers to other devices that wait for the bus. Messages of our own still have room in the queue of
/// the kernel then, which has 18 places for all programs.
package struct AnswerLimit: Sendable, Hashable {
    /// The most that wait for one device. One that sends unknown messages without a pause gets no more.
    package static let mostOfDevice = 4
    /// The most that wait for all devices.
    package static let most = 8

    /// The destination of each answer, by the number of the message.
    private var waiting: [UInt32: CECLogicalAddress] = [:]

    package init() {}

    /// Returns whether an answer to a device may be sent now. The other device repeats its question.
    package func allows(_ destination: CECLogicalAddress) -> Bool {
        waiting.count < Self.most && waiting.values.count { $0 == destination } < Self.mostOfDevice
    }

    /// Counts an answer that was sent.
    package mutating func add(_ number: UInt32, to destination: CECLogicalAddress) { waiting[number] = destination }

    /// Takes the outcome of a message.
    package mutating func end(_ number: UInt32) { waiting[number] = nil }

    /// Forgets all, because their outcomes may be lost.
    package mutating func forget() { waiting = [:] }
}
