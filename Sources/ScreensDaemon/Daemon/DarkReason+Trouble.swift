import Screens

extension DarkReason {
    /// Whether a screen should be lit and is not: nobody has switched it off, left it alone or taken it away.
    var isTrouble: Bool { ![.off, .unused, .sessionInactive, .disconnected].contains(self) }
}
