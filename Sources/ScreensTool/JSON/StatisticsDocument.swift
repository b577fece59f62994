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
        let missedBy: Causes
        let stalls: UInt64
        let pacing: String
        let schedule: String
        let layout: LayoutDocument
        let drawingMemory: String
        let marginNanoseconds: Int64
        let latenessNanoseconds: Durations
        let renderNanoseconds: Durations

        init(_ statistics: ScreenStatistics) {
            name = statistics.name
            mode = ModeDocument(statistics.mode, current: statistics.mode)
            presented = statistics.presented
            missed = statistics.missed
            missedBy = Causes(statistics.missedFrames)
            stalls = statistics.stalls
            pacing = statistics.pacing.rawValue
            schedule = statistics.schedule.rawValue
            layout = LayoutDocument(statistics.layout)
            drawingMemory = statistics.drawingMemory.rawValue
            marginNanoseconds = statistics.margin
            latenessNanoseconds = Durations(statistics.lateness)
            renderNanoseconds = Durations(statistics.rendering)
        }
    }

    /// What kept frames from the screen; those of a pause are not among the missed.
    struct Causes: Encodable {
        let delegateLate: UInt64
        let kernelLate: UInt64
        let paused: UInt64

        init(_ missed: MissedFrames) {
            delegateLate = missed.delegateLate
            kernelLate = missed.kernelLate
            paused = missed.paused
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
