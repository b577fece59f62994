/// A reader of the rows of the tables of standard timings.
///
/// A table is one flat array of numbers: a literal of thousands of structures would take the compiler minutes.
enum TimingTable {
    /// The numbers of a row for a timing; a table may append columns of its own.
    static let columns = 15

    /// Returns the timing in the row that starts at `start`, which the tables guarantee to be inside `rows`.
    static func timing(at start: Int, of rows: [Int32]) -> Timing {
        func value(_ column: Int) -> Int { Int(rows[start + column]) }
        let flags = value(12)
        return Timing(
            width: value(1),
            height: value(2),
            pixelClock: value(3),
            horizontal: Blanking(
                frontPorch: value(4),
                sync: value(5),
                backPorch: value(6),
                border: value(7),
                isSyncPositive: flags & 1 != 0
            ),
            vertical: Blanking(
                frontPorch: value(8),
                sync: value(9),
                backPorch: value(10),
                border: value(11),
                isSyncPositive: flags & 2 != 0
            ),
            isInterlaced: flags & 4 != 0,
            hasEqualFields: flags & 8 != 0,
            aspectRatio: AspectRatio(width: value(13), height: value(14))
        )
    }

    /// Returns the timings of `rows`, each at the index of its code, so that a lookup by code needs no search.
    static func timingsByCode(_ rows: [Int32], columns: Int = columns) -> [Timing?] {
        var timings = [Timing?](repeating: nil, count: 256)
        for start in stride(from: 0, to: rows.count, by: columns) {
            timings[Int(rows[start]) & 0xFF] = timing(at: start, of: rows)
        }
        return timings
    }
}
