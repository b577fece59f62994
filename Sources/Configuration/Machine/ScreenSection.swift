/// A section of a configuration: which screens it is about, and what it says of them.
package struct ScreenSection: Sendable, Hashable {
    /// The section counts only while these displays are there; nil where it always does.
    package var arrangement: Arrangement?
    /// The screens.
    package var match: ScreenMatch
    /// What is wanted.
    package var wishes: ScreenWishes

    /// A section of its own, or of an arrangement.
    package init(arrangement: Arrangement? = nil, match: ScreenMatch, wishes: ScreenWishes) {
        self.arrangement = arrangement
        self.match = match
        self.wishes = wishes
    }
}
