import Screens
import ScreensLinux

/// Frame statistics: the output of `screens show --stats`.
package struct StatisticsDocument: Codable, Sendable, Equatable {
    package let screens: [Entry]

    package init(_ statistics: [ScreenStatistics]) {
        screens = statistics.map(Entry.init)
    }

    package struct Entry: Codable, Sendable, Equatable {
        package let name: String
        package let card: String
        package let mode: ModeDocument
        package let presented: UInt64
        package let missed: UInt64
        package let missedBy: Causes
        package let modesets: UInt64
        package let stalls: UInt64
        package let pacing: String
        package let schedule: String
        package let layout: LayoutDocument
        package let drawingMemory: String
        package let marginNanoseconds: Int64
        package let latenessNanoseconds: Durations
        package let renderNanoseconds: Durations
        /// The frames of clients that were dropped because they were late; nil outside the daemon.
        package var dropped: Int64?

        package init(_ statistics: ScreenStatistics) {
            name = statistics.name
            card = statistics.card
            mode = ModeDocument(statistics.mode, current: statistics.mode)
            presented = statistics.presented
            missed = statistics.missed
            missedBy = Causes(statistics.missedFrames)
            modesets = statistics.modesets
            stalls = statistics.stalls
            pacing = statistics.pacing.rawValue
            schedule = statistics.schedule.rawValue
            layout = LayoutDocument(statistics.layout)
            drawingMemory = statistics.drawingMemory.rawValue
            marginNanoseconds = statistics.margin.wholeNanoseconds
            latenessNanoseconds = Durations(statistics.lateness)
            renderNanoseconds = Durations(statistics.rendering)
        }

        /// The name with the card, such as `card1/HDMI-A-1`, which is unique on a machine.
        package var qualifiedName: String { ScreenDocument.qualifiedName(card: card, connector: name) }
    }

    /// The missed frames by their cause. Frames during a pause do not count as missed.
    package struct Causes: Codable, Sendable, Equatable {
        package let delegateLate: UInt64
        package let kernelLate: UInt64
        package let paused: UInt64

        package init(_ missed: MissedFrames) {
            delegateLate = missed.delegateLate
            kernelLate = missed.kernelLate
            paused = missed.paused
        }
    }

    package struct Durations: Codable, Sendable, Equatable {
        package let p50: Int64
        package let p99: Int64
        package let max: Int64

        package init(_ summary: DurationSummary) {
            p50 = summary.p50.wholeNanoseconds
            p99 = summary.p99.wholeNanoseconds
            max = summary.max.wholeNanoseconds
        }
    }
}

/// The daemon's statistics: the reply of `Statistics` and the output of `screens stats --json`.
package struct DaemonStatisticsDocument: Codable, Sendable, Equatable {
    /// The screens that the daemon drives.
    package let screens: [StatisticsDocument.Entry]
    /// The seconds since the daemon started.
    package let uptimeSeconds: Int
    package let hotplugs: Int
    package let failures: Int
    /// The number of problems in the configuration files as they are now.
    package let configurationProblems: Int
    /// The memory budget; nil from a daemon without one.
    @Nullable package private(set) var memory: MemoryDocument?
    /// A text that is equal on machines with equal files of the configuration; nil from an older daemon.
    @Nullable package private(set) var configuration: String?
    /// The lines that the journal did not take since the start; nil from an older daemon.
    @Nullable package private(set) var lostLines: Int?
    /// The displays that are or were connected since the start, or have saved settings; nil from an older daemon.
    @Nullable package private(set) var displays: [ExpectedDisplay]?

    /// A display that the daemon knows.
    package struct ExpectedDisplay: Codable, Sendable, Equatable {
        /// The screen that it is on, or was last.
        package let screen: String
        /// The identity, as settings have it; empty without one.
        package let identity: String
        /// Whether it should show something now, and shows nothing: it is not connected, or dark because of a failure.
        package let missing: Bool

        package init(screen: String, identity: String, missing: Bool) {
            self.screen = screen
            self.identity = identity
            self.missing = missing
        }
    }

    package init(
        screens: [StatisticsDocument.Entry], uptimeSeconds: Int, hotplugs: Int, failures: Int,
        configurationProblems: Int, memory: MemoryDocument? = nil, configuration: String? = nil,
        lostLines: Int? = nil, displays: [ExpectedDisplay]? = nil
    ) {
        self.screens = screens
        self.uptimeSeconds = uptimeSeconds
        self.hotplugs = hotplugs
        self.failures = failures
        self.configurationProblems = configurationProblems
        self.memory = memory
        self.configuration = configuration
        self.lostLines = lostLines
        self.displays = displays
    }
}
