import Screens

extension VideoKit {
    /// Returns the frames that a screen has presented so far; 0 if it is not lit.
    func presented(_ name: String) -> UInt64 {
        statistics().first { $0.name == name }?.presented ?? 0
    }
}
