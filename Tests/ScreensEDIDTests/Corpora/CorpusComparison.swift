import ScreensEDID

/// A comparison of another decoder's facts with ours over a corpus, which counts the differences.
struct CorpusComparison {
    private(set) var displays = 0
    private(set) var fields = 0
    private(set) var disagreements: [Disagreement] = []

    /// The displays on which the other decoder crashed.
    var crashed: [String] = []

    /// Compares all fields that either decoder has.
    mutating func compare(_ display: RealDisplay, with theirs: Facts, ignoring ignored: Set<String> = []) {
        guard let ours = facts(of: display) else { return }
        var theirs = theirs
        // edid-decode prints all native resolutions.
        if let native = ours["native"], theirs["native"]?.split(separator: "\n").contains(Substring(native)) == true {
            theirs["native"] = native
        }
        fields += Set(ours.values.keys).union(theirs.values.keys).subtracting(ignored).count
        note(display, ours, theirs) { !ignored.contains($0) }
    }

    /// Compares the fields of two sets of facts.
    mutating func compare(_ display: RealDisplay, ours: Facts, theirs: Facts) {
        displays += 1
        fields += Set(ours.values.keys).union(theirs.values.keys).count
        note(display, ours, theirs) { _ in true }
    }

    private mutating func facts(of display: RealDisplay) -> Facts? {
        guard let description = try? DisplayDescription(decoding: display.bytes) else { return nil }
        displays += 1
        return Facts(description)
    }

    private mutating func note(_ display: RealDisplay, _ ours: Facts, _ theirs: Facts, where isMeant: (String) -> Bool)
    {
        for difference in Facts.differences(ours, theirs) where isMeant(difference.field) {
            disagreements.append(
                Disagreement(
                    display: display, field: difference.field, ours: difference.left, theirs: difference.right))
        }
    }

    var unexplained: [Disagreement] {
        disagreements.filter { $0.explanation == nil }
    }

    /// Returns the report: one line of counts, and one line for each explanation with the number of its fields.
    func report(_ title: String) -> String {
        var lines = [
            "\(title): \(displays) displays, \(fields) fields compared, \(disagreements.count) disagreements, "
                + "\(unexplained.count) unexplained"
        ]
        if !crashed.isEmpty {
            lines.append(
                """
                  no answer from the other decoder, which crashed, gave up or went on for ever: \
                \(crashed.joined(separator: ", "))
                """
            )
        }
        let explanations = Dictionary(grouping: disagreements) { $0.explanation ?? "unexplained" }
        for (explanation, group) in explanations.sorted(by: { $0.key < $1.key }) {
            let names = Set(group.map(\.display.name)).count
            lines.append("  \(group.count) fields of \(names) displays: \(explanation)")
        }
        return lines.joined(separator: "\n")
    }
}
