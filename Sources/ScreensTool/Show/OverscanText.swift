import Glibc

/// The text in the terminal of a person who adjusts overscan. It goes to standard error, because standard output is
/// only for the values.
enum OverscanText {
    /// - Parameter end: the keys that end it, in a sentence.
    static func help(end: String) -> String {
        """
        Move the picture's white edge to the edge of the display.
        Right and Up enlarge the margins, Left and Down reduce them; + and - change all
        four, PageUp and PageDown by ten pixels. Tab selects an edge, 0 removes them.
        \(end)

        """
    }

    /// Returns the values, which replace the former ones in the same line.
    ///
    /// - Parameter limit: the reason why a key has changed nothing.
    static func line(_ calibration: OverscanCalibration, _ limit: String? = nil) -> String {
        let insets = calibration.screenInsets
        return
            "\r\u{1B}[Ktop \(insets.top), right \(insets.right), bottom \(insets.bottom), left \(insets.left) pixels "
            + "(\(calibration.edges == .all ? "all edges" : "\(calibration.edges)"))" + (limit.map { ": \($0)" } ?? "")
    }

    static func say(_ text: String) {
        let bytes = Array(text.utf8)
        // If the terminal has gone, the run ends soon.
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
