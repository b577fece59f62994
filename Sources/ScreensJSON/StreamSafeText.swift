/// The limit of combining marks in texts from outside, from the Stream-Safe Text Format (UAX #15, section 13).
package enum StreamSafeText {
    /// The most marks in a row. No language has more.
    package static let mostCombiningMarks = 30

    /// Returns whether a text keeps the limit.
    ///
    /// Strings are compared and hashed in their normal form, which sorts the marks on a letter in a time that grows
    /// with the square of their number: 100,000 pairs of them in a name took 49 s.
    package static func isSafe(_ text: String) -> Bool {
        var marks = 0
        for scalar in text.unicodeScalars where scalar.value >= 0x80 || marks > 0 {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            marks = isMark ? marks + 1 : 0
            guard marks <= mostCombiningMarks else { return false }
        }
        return true
    }
}
