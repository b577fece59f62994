import ScreensPower

extension PowerAnswer {
    /// The answer of a device that takes no message, by the reason that it states in Feature Abort.
    ///
    /// A device states that it does not know the opcode (0), cannot provide the source (2), does not take the operand
    /// (3) or refuses (4). The other reasons are of the moment: it is not in the mode to respond (1), or cannot say
    /// why (5); and reasons beyond are unknown.
    package init(refusalReason reason: UInt8) {
        self = [0, 2, 3, 4].contains(reason) ? .refused : .deferred
    }
}
