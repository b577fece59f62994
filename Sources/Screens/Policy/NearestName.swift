/// Suggests a name for a mistyped one.
package enum NearestName {
    /// The first name that begins with `typed`, or the nearest name if it is close enough to be a typing error. Of
    /// equally near names, one that begins with `typed` wins, such as `off` for `of`. Case is ignored.
    package static func of(_ typed: String, among names: [String]) -> String? {
        let typed = Array(typed.lowercased().unicodeScalars.prefix(64))
        if typed.count > 2, let whole = names.first(where: { $0.lowercased().unicodeScalars.starts(with: typed) }) {
            return whole
        }
        let distances = names.map { name in
            let name = (name, Array(name.lowercased().unicodeScalars))
            return (name: name.0, distance: distance(typed, name.1), rank: name.1.starts(with: typed) ? 0 : 1)
        }
        guard let nearest = distances.min(by: { ($0.distance, $0.rank) < ($1.distance, $1.rank) }) else { return nil }
        return nearest.distance * 3 <= max(typed.count, 3) ? nearest.name : nil
    }

    /// The number of letters to insert, remove, replace or swap with a neighbour (Damerau-Levenshtein).
    private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var line = [row + 1]
            for (column, target) in other.enumerated() {
                var cost = min(last[column + 1], line[column]) + 1
                cost = min(cost, last[column] + (letter == target ? 0 : 1))
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == target {
                    cost = min(cost, before[column - 1] + 1)
                }
                line.append(cost)
            }
            before = last
            last = line
        }
        return last[other.count]
    }
}
