import Screens
import ScreensConfiguration
import ScreensLinux

/// The daemon's metrics in the text format 0.0.4 of Prometheus: the output of `screens stats --prometheus`.
package enum PrometheusText {
    /// The part of the status that is a metric.
    package struct State {
        let version: String
        let notices: [StatusNotice]
        /// The offsets to the clock by the qualified names of the screens that follow it.
        let clockOffsets: [(screen: String, offset: ClockOffsetDocument)]

        package init(
            version: String, notices: [StatusNotice], clockOffsets: [(screen: String, offset: ClockOffsetDocument)]
        ) {
            self.version = version
            self.notices = notices
            self.clockOffsets = clockOffsets
        }

        package init(_ status: StatusDocument) {
            self.init(
                version: status.version, notices: status.notices,
                clockOffsets: status.screens.compactMap { entry in
                    entry.clockOffset.map { (entry.screen.qualifiedName, $0) }
                })
        }
    }

    /// Returns all metrics, with a line feed after each line.
    ///
    /// - Parameters:
    ///   - connectors: all connectors, with a display or without. Connectors to which no display can be connected are
    ///     left out.
    ///   - statistics: the statistics of screens that are or were lit.
    ///   - state: the rest of the state of the daemon.
    ///   - time: the time of all this, in seconds since 1970-01-01 00:00:00 UTC.
    package static func text(
        connectors: [ScreenDocument], _ statistics: DaemonStatisticsDocument, _ state: State, at time: Int64
    ) -> String {
        let screens = connectors.filter { $0.kind == ScreenKind.display.rawValue }
        let families =
            [build(state.version), self.time(time)] + daemon(statistics) + [notices(state.notices)]
            + memory(statistics.memory) + states(screens)
            + [missing(statistics.displays ?? []), offsets(state.clockOffsets)]
            + links(statistics.screens)
        return families.map(\.text).joined()
    }

    private static func build(_ version: String) -> MetricFamily {
        var build = MetricFamily("screens_build_info", .gauge, help: "The version of the daemon in a label; always 1.")
        build.add(1, ["version": version])
        return build
    }

    /// The time, by which an alert finds metrics of a daemon that was killed.
    private static func time(_ time: Int64) -> MetricFamily {
        var family = MetricFamily(
            "screens_metrics_time_seconds", .gauge, help: "The time of these metrics, since 1970-01-01 00:00:00 UTC.")
        family.add(time)
        return family
    }

    private static func notices(_ notices: [StatusNotice]) -> MetricFamily {
        var family = MetricFamily(
            "screens_notices", .gauge, help: "Warnings in the status that are not problems of files, by kind.")
        for kind in StatusNotice.Kind.allCases.map(\.rawValue) {
            family.add(notices.count { $0.isWarning && $0.kind == kind }, ["kind": kind])
        }
        return family
    }

    private static func missing(_ displays: [DaemonStatisticsDocument.ExpectedDisplay]) -> MetricFamily {
        var family = MetricFamily(
            "screens_screen_missing", .gauge,
            help: "Whether a display should show something now and shows nothing; the labels do not change with the "
                + "reason.")
        for display in displays {
            family.add(display.missing ? 1 : 0, ["screen": display.screen, "identity": display.identity])
        }
        return family
    }

    private static func offsets(_ offsets: [(screen: String, offset: ClockOffsetDocument)]) -> MetricFamily {
        var family = MetricFamily(
            "screens_screen_clock_offset_seconds", .gauge,
            help: "The median time from the time of a picture that follows the clock to the refresh that showed it.")
        for (screen, offset) in offsets {
            family.add(nanoseconds: Int64(offset.medianMicroseconds) * 1000, ["screen": screen])
        }
        return family
    }

    private static func daemon(_ statistics: DaemonStatisticsDocument) -> [MetricFamily] {
        var uptime = MetricFamily("screens_uptime_seconds", .gauge, help: "Time since the daemon started.")
        uptime.add(statistics.uptimeSeconds)
        var hotplugs = MetricFamily(
            "screens_hotplugs_total", .counter, help: "Displays connected or disconnected since the daemon started.")
        hotplugs.add(statistics.hotplugs)
        var failures = MetricFamily(
            "screens_failures_total", .counter,
            help: "Warnings, failed contents and screens that became dark by a fault, since the daemon started."
        )
        failures.add(statistics.failures)
        var problems = MetricFamily(
            "screens_configuration_problems", .gauge,
            help: "Problems in the files of the configuration; former texts count in place of these files.")
        problems.add(statistics.configurationProblems)
        var configuration = MetricFamily(
            "screens_configuration_info", .gauge,
            help: "A label that is equal on machines with equal files of the configuration; always 1.")
        if let texts = statistics.configuration { configuration.add(1, ["texts": texts]) }
        var lost = MetricFamily(
            "screens_log_lines_lost_total", .counter,
            help: "Lines that the journal did not take since the daemon started.")
        if let lines = statistics.lostLines { lost.add(lines) }
        return [uptime, hotplugs, failures, problems, configuration, lost]
    }

    private static func memory(_ memory: MemoryDocument?) -> [MetricFamily] {
        guard let memory else { return [] }
        var limit = MetricFamily(
            "screens_memory_limit_bytes", .gauge,
            help: "The memory budget for pictures, snapshots, frames of clients and unread replies in total.")
        limit.add(memory.limit)
        var used = MetricFamily("screens_memory_bytes", .gauge, help: "The granted part of the memory budget, by use.")
        used.add(memory.decoding, ["use": "decoding"])
        used.add(memory.pictures, ["use": "pictures"])
        used.add(memory.snapshots, ["use": "snapshots"])
        used.add(memory.frames, ["use": "frames"])
        used.add(memory.replies, ["use": "replies"])
        var refusals = MetricFamily(
            "screens_memory_refusals_total", .counter,
            help: "Requests that the memory budget was too small for, since the daemon started.")
        refusals.add(memory.refusals)
        return [limit, used, refusals]
    }

    private static func states(_ screens: [ScreenDocument]) -> [MetricFamily] {
        var connected = MetricFamily("screens_screen_connected", .gauge, help: "Whether a display is plugged in.")
        var lit = MetricFamily(
            "screens_screen_lit", .gauge,
            help: "Whether the screen shows a picture; if not, the label reason has the cause.")
        var leased = MetricFamily(
            "screens_screen_leased", .gauge,
            help: "Whether another program drives the screen by a lease; the label program has its name.")
        var drawn = MetricFamily(
            "screens_screen_drawn", .gauge,
            help: "Whether a client draws on the screen; the label program has its name.")
        var content = MetricFamily(
            "screens_screen_content_shown", .gauge,
            help:
                "Whether the configured content is shown as it is now; if not, the label state says what is; its "
                + "former picture may stay."
        )
        var info = MetricFamily("screens_screen_info", .gauge, help: "The identity of the display in labels; always 1.")
        var width = MetricFamily("screens_screen_width_pixels", .gauge, help: "Pixels per line of the current mode.")
        var height = MetricFamily("screens_screen_height_pixels", .gauge, help: "Lines of the current mode.")
        var refresh = MetricFamily("screens_screen_refresh_hertz", .gauge, help: "Refreshes a second.")
        for screen in screens {
            let name = screen.qualifiedName
            connected.add(screen.isConnected ? 1 : 0, ["screen": name])
            if let dark = screen.dark {
                lit.add(0, ["screen": name, "reason": dark.reason])
            } else {
                lit.add(1, ["screen": name, "reason": ""])
            }
            leased.add(screen.lessee == nil ? 0 : 1, ["screen": name, "program": screen.lessee?.name ?? ""])
            if let shown = screen.content {
                drawn.add(shown.drawnBy == nil ? 0 : 1, ["screen": name, "program": shown.drawnBy?.name ?? ""])
                content.add(shown.state == .shown ? 1 : 0, ["screen": name, "state": shown.state.rawValue])
            }
            if let identity = screen.identity {
                let labels: KeyValuePairs = [
                    "screen": name, "vendor": identity.vendor ?? identity.make ?? "", "model": identity.model ?? "",
                    "serial": identity.serial ?? "",
                ]
                info.add(1, labels)
            }
            if let mode = screen.currentMode {
                width.add(mode.width, ["screen": name])
                height.add(mode.height, ["screen": name])
                refresh.add(mode.refreshMillihertz.thousandths, ["screen": name])
            }
        }
        return [connected, lit, leased, drawn, content, info, width, height, refresh]
    }

    private static func links(_ entries: [StatisticsDocument.Entry]) -> [MetricFamily] {
        var presented = MetricFamily(
            "screens_frames_presented_total", .counter, help: "Frames that reached the screen since it was enabled.")
        var missed = MetricFamily(
            "screens_frames_missed_total", .counter, help: "Frames that reached the screen late, by cause.")
        var paused = MetricFamily(
            "screens_frames_paused_total", .counter, help: "Refreshes without a frame while drawing was paused.")
        var dropped = MetricFamily(
            "screens_frames_dropped_total", .counter, help: "Late frames that clients had dropped on request.")
        var modesets = MetricFamily("screens_modesets_total", .counter, help: "Number of modesets.")
        var stalls = MetricFamily(
            "screens_stalls_total", .counter, help: "Number of stalls: flips stopped, and the mode was set again.")
        var lateness = MetricFamily(
            "screens_frame_lateness_seconds", .summary, help: "Delay of the start of drawing.")
        var rendering = MetricFamily("screens_frame_render_seconds", .summary, help: "Time to draw a frame.")
        for entry in entries {
            let screen = entry.qualifiedName
            presented.add(entry.presented, ["screen": screen])
            missed.add(entry.missedBy.delegateLate, ["screen": screen, "cause": "delegate_late"])
            missed.add(entry.missedBy.kernelLate, ["screen": screen, "cause": "kernel_late"])
            paused.add(entry.missedBy.paused, ["screen": screen])
            if let count = entry.dropped { dropped.add(UInt64(count), ["screen": screen]) }
            modesets.add(entry.modesets, ["screen": screen])
            stalls.add(entry.stalls, ["screen": screen])
            add(entry.latenessNanoseconds, of: screen, to: &lateness)
            add(entry.renderNanoseconds, of: screen, to: &rendering)
        }
        return [presented, missed, paused, dropped, modesets, stalls, lateness, rendering]
    }

    private static func add(
        _ durations: StatisticsDocument.Durations, of screen: String, to family: inout MetricFamily
    ) {
        family.add(nanoseconds: durations.p50, ["screen": screen, "quantile": "0.5"])
        family.add(nanoseconds: durations.p99, ["screen": screen, "quantile": "0.99"])
        family.add(nanoseconds: durations.max, ["screen": screen, "quantile": "1"])
    }
}

/// A metric with all of its samples, in the text format 0.0.4 of Prometheus.
struct MetricFamily {
    enum Kind: String { case counter, gauge, summary }

    let name: String
    let kind: Kind
    /// The help text: one sentence.
    let help: String
    private var lines: [String] = []
    private var seen: Set<String> = []

    init(_ name: String, _ kind: Kind, help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    /// Adds a sample, unless a sample has the same labels: a repeated sample makes the whole text invalid.
    mutating func add(_ value: String, _ labels: KeyValuePairs<String, String> = [:]) {
        let pairs = labels.map { "\($0)=\"\(Self.escape($1))\"" }.joined(separator: ",")
        guard seen.insert(pairs).inserted else { return }
        lines.append(pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n")
    }

    /// Adds a sample of a whole number.
    mutating func add(_ value: some BinaryInteger, _ labels: KeyValuePairs<String, String> = [:]) {
        add(String(value), labels)
    }

    /// Adds a sample of nanoseconds, written in seconds.
    mutating func add(nanoseconds: Int64, _ labels: KeyValuePairs<String, String> = [:]) {
        add((Double(nanoseconds) / 1e9).description, labels)
    }

    /// The lines for help, type and each sample; empty without samples.
    var text: String {
        lines.isEmpty ? "" : "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.joined()
    }

    /// Escapes a label, so that it ends neither the value nor the line and moves no cursor: some labels come from
    /// displays.
    private static func escape(_ value: String) -> String {
        var result = ""
        for character in value.printable.unicodeScalars {
            if character == "\\" || character == "\"" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result
    }
}
