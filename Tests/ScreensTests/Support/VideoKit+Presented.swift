import Screens

extension VideoKit {
    /// How many frames have been on a screen so far; none where it is not lit.
    func presented(_ name: String) -> UInt64 {
        statistics().first { $0.name == name }?.presented ?? 0
    }
}
