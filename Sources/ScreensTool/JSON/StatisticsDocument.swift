import Screens

/// What `screens show --stats` prints at its end.
struct StatisticsDocument: Encodable {
    let screens: [Entry]

    init(_ statistics: [ScreenStatistics]) {
        screens = statistics.map(Entry.init)
    }

    struct Entry: Encodable {
        let name: String
        let mode: ModeDocument
        let presented: UInt64
        let missed: UInt64
        let stalls: UInt64
        let pacing: String
        let latenessNanoseconds: Durations
        let renderNanoseconds: Durations

        init(_ statistics: ScreenStatistics) {
            name = statistics.name
            mode = ModeDocument(statistics.mode, current: statistics.mode)
            presented = statistics.presented
            missed = statistics.missed
            stalls = statistics.stalls
            pacing = statistics.pacing.rawValue
            latenessNanoseconds = Durations(statistics.lateness)
            renderNanoseconds = Durations(statistics.rendering)
        }
    }

    struct Durations: Encodable {
        let p50: Int64
        let p99: Int64
        let max: Int64

        init(_ summary: DurationSummary) {
            p50 = summary.p50
            p99 = summary.p99
            max = summary.max
        }
    }
}
