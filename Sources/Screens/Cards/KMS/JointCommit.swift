/// Sets the modes of several screens: in one commit, or one by one if the driver refuses that.
enum JointCommit {
    /// - Parameters:
    ///   - mayBeJoint: whether one commit can contain all of them.
    ///   - joint: sets all modes.
    ///   - single: sets one mode, and returns its error.
    /// - Returns: the error of each screen, or nil if its mode is set.
    static func perform<Screen>(
        _ screens: [Screen], mayBeJoint: Bool, joint: ([Screen]) throws(ScreenError) -> Void,
        single: (Screen) -> ScreenError?
    ) -> [ScreenError?] {
        if screens.count > 1, mayBeJoint {
            do throws(ScreenError) {
                try joint(screens)
                return screens.map { _ in nil }
            } catch {
                // Each commit alone would fail in the same way, after tests and modesets that disturb the next master.
                if error.concernsCard { return screens.map { _ in error } }
            }
        }
        return screens.map(single)
    }
}
