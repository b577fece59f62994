/// The order in which the modes of several screens are set: in one commit, or one by one where the driver refuses that.
enum JointCommit {
    /// - Parameters:
    ///   - mayBeJoint: whether one commit can have all of them.
    ///   - joint: sets all of them.
    ///   - single: sets one, and returns its error.
    /// - Returns: for each the error, or nil where it is set.
    static func perform<Screen>(
        _ screens: [Screen], mayBeJoint: Bool, joint: ([Screen]) throws(ScreenError) -> Void,
        single: (Screen) -> ScreenError?
    ) -> [ScreenError?] {
        if screens.count > 1, mayBeJoint {
            do throws(ScreenError) {
                try joint(screens)
                return screens.map { _ in nil }
            } catch {
                // Each alone would fail in the same way, after tests and modesets that disturb the next master.
                if error.concernsCard { return screens.map { _ in error } }
            }
        }
        return screens.map(single)
    }
}
