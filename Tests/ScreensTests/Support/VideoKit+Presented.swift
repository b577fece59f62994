import Screens

extension VideoKit {
    /// The frames that a screen has presented so far; none where it is not lit.
    func presented(_ name: String) -> UInt64 {
        statistics().first { $0.name == name }?.presented ?? 0
    }
}
